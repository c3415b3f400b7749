import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { brand } from '#shared/values/brand.ts';
import type { Settings } from '../config.ts';
import { stackName } from '../naming.ts';

/**
 * A stack of the product, named `Envoyage-<stage>-<name>`, in the account of the settings and by default in their
 * region. CloudFormation tags its resources with product and stage, so that costs can be separated.
 */
export class ProductStack extends Stack {
  readonly settings: Settings;

  constructor(
    scope: Construct,
    name: string,
    settings: Settings,
    { region = settings.region, ...props }: Omit<StackProps, 'env'> & { region?: string } = {},
  ) {
    super(scope, stackName(settings, name), {
      env: { region, account: settings.account ?? process.env.CDK_DEFAULT_ACCOUNT },
      tags: { product: brand.name, stage: settings.stage },
      ...props,
    });
    this.settings = settings;
  }
}
