import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { accessLogName } from '../naming.ts';

export class AccessLog extends LogGroup {
  constructor(scope: Construct, id: string, settings: Settings, api: 'http' | 'socket') {
    super(scope, id, {
      logGroupName: accessLogName(settings, api),
      retention: settings.retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
