import { type App, CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type AuthFlow,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Builds } from '#infra/builds.ts';
import type { Settings } from '#infra/config.ts';
import { ProductStack } from '#infra/constructs/product-stack.ts';
import { SliceFunction } from '#infra/constructs/slice-function.ts';
import { sealedFor } from '#infra/grants.ts';
import { passwordClientParameter, secondFactorKeyAlias } from '#infra/naming.ts';
import type { DataStack } from './data-stack.ts';

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

/**
 * Accounts: the pool, its two web clients, the one that proves passwords, the group of administrators, and the key of
 * second factors.
 */
export class IdentityStack extends ProductStack {
  readonly pool: UserPool;
  /** « Se souvenir de moi »: 30 days. A client has one validity, so there are two clients. */
  readonly client: UserPoolClient;
  readonly shortClient: UserPoolClient;
  /** Our functions check passwords with it; the trigger refuses it every token. */
  readonly passwordClient: UserPoolClient;
  /** Seals the keys of administrators' second factors, each for its member. */
  readonly secondFactorKey: Key;

  constructor(scope: App, settings: Settings, builds: Builds, { table, topic }: DataStack) {
    super(scope, 'Identity', settings, { terminationProtection: true });
    this.pool = this.makePool();
    this.client = this.addClient('Web', { userSrp: true }, Duration.days(30));
    this.shortClient = this.addClient('WebShort', { userSrp: true }, Duration.hours(12));
    this.passwordClient = this.addClient('Proof', { adminUserPassword: true }, Duration.hours(1));
    new StringParameter(this, 'ProofClient', {
      parameterName: passwordClientParameter(settings),
      stringValue: this.passwordClient.userPoolClientId,
    });
    this.secondFactorKey = this.makeSecondFactorKey();
    new CfnUserPoolGroup(this, 'Admins', { userPoolId: this.pool.userPoolId, groupName: 'admin' });

    const preToken = new SliceFunction(this, 'pre-token', { settings, builds, topic, resources: { table } });
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, preToken.live, LambdaVersion.V2_0);
  }

  private makeSecondFactorKey() {
    const key = new Key(this, 'SecondFactorKey', {
      alias: secondFactorKeyAlias(this.settings),
      description: 'Second factors of administrators, each sealed for its member',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // The key seals and opens nothing without a member's id, for any caller.
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ForOneMember',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { Null: { [`kms:EncryptionContext:${sealedFor}`]: 'true' } },
      }),
    );
    return key;
  }

  private makePool() {
    const strict = this.settings.passwordPolicy === 'strict';
    return new UserPool(this, 'Pool', {
      // The public client id must not allow a sign-up or reset without our own operations.
      selfSignUpEnabled: false,
      accountRecovery: AccountRecovery.NONE,
      autoVerify: {},
      // The address is the user name, so that Cognito itself refuses a second user; with an alias it would not.
      signInAliases: { email: true },
      signInCaseSensitive: false,
      passwordPolicy: {
        minLength: strict ? 8 : 6,
        requireDigits: strict,
        requireLowercase: strict,
        requireUppercase: strict,
        requireSymbols: false,
      },
      // An attacker with a stolen token could add their own factor, and our sign-in uses none.
      mfa: Mfa.OFF,
      // The trigger's second version needs it: only that version can remove a scope from access tokens.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  private addClient(id: string, authFlows: AuthFlow, refreshTokenValidity: Duration): UserPoolClient {
    return this.pool.addClient(id, {
      // Explicit, because the default list contains the refresh flow that rotation forbids.
      authFlows,
      generateSecret: false,
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity,
      refreshTokenRotationGracePeriod: Duration.seconds(10),
      // An empty list would mean "all", and the address must not be in it.
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
    });
  }
}
