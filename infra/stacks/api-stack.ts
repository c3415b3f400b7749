import { type App, Aws, CfnOutput, Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { contract } from '#shared/contract.ts';
import { answersHead, type RouteSpec, routeKeys } from '#shared/route.ts';
import { announced, newTerms } from '#shared/site/terms.ts';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { apiFigures } from '../constructs/api-figures.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction, type SliceFunctionProps } from '../constructs/slice-function.ts';
import { AccessLog } from '../constructs/socket-api.ts';
import { VersionedSecret } from '../constructs/versioned-secret.ts';
import { functionOfSlice } from '../function-table.ts';
import { subscriptionVariables } from '../grants.ts';
import { subscriptionOutput, termsOutput } from '../naming.ts';
import type { DataStack } from './data-stack.ts';
import type { FilesStack } from './files-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { LiveStack } from './live-stack.ts';
import type { MailStack } from './mail-stack.ts';

interface Above {
  readonly data: DataStack;
  readonly mail: MailStack;
  readonly identity: IdentityStack;
  readonly files: FilesStack;
  readonly live: LiveStack;
}

/**
 * Slices whose documents name files of the site. The web stack makes these functions once it has copied the files.
 */
const slicesOfTheSite: readonly string[] = ['documents'];

/** The HTTP API: one function for each slice of the contract, one route for each of its rows. */
export class ApiStack extends ProductStack {
  readonly api: HttpApi;
  readonly accessLog: AccessLog;
  readonly originSecret: VersionedSecret;
  readonly functionSetting: ReturnType<ApiStack['settingOf']>;
  private readonly faults: ImpactAlarm;

  constructor(scope: App, settings: Settings, builds: Builds, above: Above) {
    super(scope, 'Api', settings);
    const { pool, client, shortClient } = above.identity;
    this.originSecret = new VersionedSecret(this, 'OriginSecret', 'origin');
    // The readers of the stream come first, so that they know each kind of record that these functions write.
    this.addStackDependency(above.live);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    this.accessLog = new AccessLog(this, 'AccessLog', settings, 'http');
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      // CloudFront passes `/api/…` on as it is, so the stage is the prefix and rows carry none.
      stageName: 'api',
      autoDeploy: true,
      throttle: { rateLimit: settings.apiRate, burstLimit: burstOf(settings.apiRate) },
      accessLogSettings: { destination: new LogGroupLogDestination(this.accessLog), format: logFormat },
    });
    // Documents have none: their routes come with the site, and a stage may name none that is not there.
    (stage.node.defaultChild as CfnStage).routeSettings = settingsOfVisitors(settings.apiRate);
    const members = new HttpJwtAuthorizer(
      'Members',
      `https://cognito-idp.${this.region}.${Aws.URL_SUFFIX}/${pool.userPoolId}`,
      {
        jwtAudience: [client.userPoolClientId, shortClient.userPoolClientId],
      },
    );
    new CfnOutput(this, 'Endpoint', { value: this.api.apiEndpoint, description: 'npm run check:cloud reads it' });
    if (settings.subscriptionFrom)
      new CfnOutput(this, subscriptionOutput, {
        value: settings.subscriptionFrom,
        description: 'npm run deploy compares it',
      });
    if (newTerms)
      new CfnOutput(this, termsOutput, { value: announced(newTerms), description: 'npm run deploy compares it' });
    const anyone = new HttpNoneAuthorizer();
    this.faults = this.watchFaults(above.data.topic);
    this.functionSetting = this.settingOf(builds, above);
    const made: HttpRoute[] = [];

    for (const [slice, table] of Object.entries(contract)) {
      if (slicesOfTheSite.includes(slice)) continue;
      const { live } = new SliceFunction(this, functionOfSlice(slice), this.functionSetting);
      // One permission for each function: one for each route would exceed the 20 KB of a function's policy.
      const integration = new HttpLambdaIntegration(`${slice}Integration`, live, { scopePermissionToRoute: false });
      for (const spec of Object.values<RouteSpec>(table)) {
        const authorizer = spec.access === 'anyone' ? anyone : members;
        const routes = this.api.addRoutes({
          path: spec.path,
          methods: [HttpMethod[spec.method], ...(answersHead(spec) ? [HttpMethod.HEAD] : [])],
          integration,
          authorizer,
        });
        for (const route of routes) {
          const before = made.at(-routesAtOnce);
          if (before) route.node.addDependency(before);
          made.push(route);
        }
        stage.node.addDependency(...routes);
      }
    }
  }

  private watchFaults(topic: ITopic) {
    return new ImpactAlarm(this, 'ApiFaults', {
      impact: 'One of a hundred requests fails. Members see error messages in the middle of what they do.',
      topic,
      metric: apiFigures(this.api).faultRate(Duration.minutes(5)),
      threshold: 1,
    });
  }

  private settingOf(builds: Builds, { data, mail, identity, files }: Above) {
    const { settings } = this;
    return {
      settings,
      builds,
      topic: data.topic,
      brakes: [this.faults],
      resources: {
        table: data.table,
        pool: identity.pool,
        passwordClient: identity.passwordClient,
        secondFactorKey: identity.secondFactorKey,
        buckets: files.buckets,
        fileKey: files.key,
        configurationSet: mail.configurationSet,
        derivedSecret: data.derivedSecret,
      },
      environment: {
        POOL_ID: identity.pool.userPoolId,
        CLIENT_ID: identity.client.userPoolClientId,
        SHORT_CLIENT_ID: identity.shortClient.userPoolClientId,
        ...this.originSecret.variables('ORIGIN_SECRET'),
        PASSWORD_POLICY: settings.passwordPolicy,
        ...subscriptionVariables(settings),
        RATE_LIMITS: 'on',
      },
    } satisfies SliceFunctionProps;
  }
}

/** A burst of what two seconds take; an account has 5,000. */
const burstOf = (rate: number) => Math.min(2 * rate, 5_000);

/** The share of `apiRate` that one route takes at most whose callers need no account: crawlers leave the rest. */
const sharesOfVisitors = [
  ['/public/', 0.5],
  ['/p/', 0.1],
  ['/t/', 0.1],
] as const;

function settingsOfVisitors(apiRate: number) {
  const specs = Object.values(contract).flatMap((table) => Object.values<RouteSpec>(table));
  return Object.fromEntries(
    sharesOfVisitors.flatMap(([start, share]) => {
      const rate = Math.ceil(apiRate * share);
      const setting = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burstOf(rate) };
      return specs
        .filter(({ method, path }) => method === 'GET' && path.startsWith(start))
        .flatMap((spec) => routeKeys(spec).map((key) => [key, setting]));
    }),
  );
}

/**
 * Routes that CloudFormation creates, changes or removes at a time. API Gateway takes ten such requests a second of an
 * account, and a first deploy that gets 429 rolls back and starts again (API Gateway Developer Guide, « Quotas »).
 */
const routesAtOnce = 8;

/** No query, no header, no address: nothing that a person typed. */
const logFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    routeKey: '$context.routeKey',
    status: '$context.status',
    latency: '$context.responseLatency',
    authorizerError: '$context.authorizer.error',
    integrationError: '$context.integrationErrorMessage',
  }),
);
