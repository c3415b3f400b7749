import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { stackName } from '../naming.ts';

/** A stack of the product, named `Envoyage-<stage>-<name>`, in the region of the settings by default. */
export class ProductStack extends Stack {
  readonly settings: Settings;

  constructor(scope: Construct, name: string, settings: Settings, props: StackProps = {}) {
    super(scope, stackName(settings, name), {
      env: { region: settings.region, account: process.env.CDK_DEFAULT_ACCOUNT },
      ...props,
    });
    this.settings = settings;
  }
}
