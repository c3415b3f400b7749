import { type App, CustomResource, Duration } from 'aws-cdk-lib';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction } from '../constructs/slice-function.ts';
import type { DataStack } from './data-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

/**
 * The root administrator, created by our own code during the deploy. It is a separate stack, so that a failure of that
 * code rolls back only this stack, not the pool or the table.
 */
export class RootAdminStack extends ProductStack {
  constructor(
    scope: App,
    settings: Settings,
    builds: Builds,
    { data, identity }: { data: DataStack; identity: IdentityStack },
  ) {
    super(scope, 'RootAdmin', settings);
    const bootstrap = new SliceFunction(this, 'bootstrap', {
      settings,
      builds,
      topic: data.topic,
      resources: { table: data.table, pool: identity.pool },
    });
    // Another one in each deploy: CloudFormation calls the function only when a property changes, and a root
    // administrator who was removed by hand must come back.
    const deploy: unknown = this.node.tryGetContext('deploy');
    new CustomResource(this, 'RootAdmin', {
      serviceToken: bootstrap.functionArn,
      resourceType: 'Custom::RootAdmin',
      // A custom resource that never answers would hold the deploy for an hour; the function itself has 100 s.
      serviceTimeout: Duration.minutes(3),
      properties: {
        email: settings.adminEmail,
        adminTransfer: settings.adminTransfer,
        ...(typeof deploy === 'string' && { nonce: deploy }),
      },
    });
    // Identity also makes the group of administrators.
    this.addStackDependency(identity);
  }
}
