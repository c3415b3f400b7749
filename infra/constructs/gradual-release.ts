import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export interface GradualReleaseProps {
  readonly alias: Alias;
  /** Each of them takes the release back while it lasts, and CloudFormation then the whole stack. */
  readonly alarms: readonly IAlarm[];
}

/**
 * A new version gets a tenth of the alias's calls for ten minutes, two periods of its alarms, and then all. With the
 * context `atOnce` it gets all of them in the first minute and ignores alarms, because the fix of a broken release
 * comes while they still ring.
 */
export class GradualRelease extends LambdaDeploymentGroup {
  constructor(scope: Construct, id: string, { alias, alarms }: GradualReleaseProps) {
    const isAtOnce = scope.node.tryGetContext('atOnce') !== undefined;
    super(scope, id, {
      alias,
      alarms: [...alarms],
      ignoreAlarmConfiguration: isAtOnce,
      deploymentConfig: isAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
    });
  }
}
