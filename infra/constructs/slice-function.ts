import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Builds } from '#infra/builds.ts';
import type { Settings } from '#infra/config.ts';
import { type FunctionName, needsOf } from '#infra/function-table.ts';
import { environmentOf, type Resources, statementsOf } from '#infra/grants.ts';
import { pascalCase } from '#infra/naming.ts';
import { brand } from '#shared/values/brand.ts';
import { ImpactAlarm } from './alarm.ts';

interface GradualReleaseProps {
  readonly alias: Alias;
  /** Each of them takes the release back while it lasts, and CloudFormation then the whole stack. */
  readonly alarms: readonly IAlarm[];
}

/**
 * A new version gets a tenth of the alias's calls for ten minutes, two periods of its alarms, and then all. With the
 * context `atOnce` it gets all of them in the first minute and ignores alarms, because the fix of a broken release
 * comes while they still ring.
 */
class GradualRelease extends LambdaDeploymentGroup {
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

interface FunctionSetting {
  readonly settings: Settings;
  readonly builds: Builds;
  readonly topic: ITopic;
  readonly resources: Resources;
}

export interface SliceFunctionProps extends FunctionSetting {
  /** Variables besides those of its row of the table. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Alarms that, beside that of its own errors, take a gradual release back. */
  readonly brakes?: readonly IAlarm[];
}

/**
 * One Lambda of the product: its row of `function-table.ts` becomes its role and environment, `dist/functions/<name>`
 * its code. Its log group and alarm are in the same stack, because an export would make the alarm's stack and name
 * unchangeable.
 */
export class SliceFunction extends LambdaFunction {
  readonly impact: string;
  readonly topic: ITopic;
  readonly #stage: string;
  /**
   * The target of its callers: the alias `live` if its releases are gradual, so that a release can divide its calls.
   */
  readonly live: IFunction;

  constructor(scope: Construct, name: FunctionName, props: SliceFunctionProps) {
    const { settings, builds, resources } = props;
    const needs = needsOf(name);
    const id = pascalCase(name);
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: `${brand.name}: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(builds.functionFolder(name), { exclude: ['*.map'], displayName: name }),
      memorySize: needs.memory ?? 512,
      timeout: Duration.seconds(needs.timeout ?? 10),
      environment: {
        ...environmentOf(needs, resources, settings),
        POWERTOOLS_SERVICE_NAME: name,
        POWERTOOLS_METRICS_NAMESPACE: brand.name,
        ...props.environment,
      },
      logGroup,
      role,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      // The alerts of a popular route go on in further messages to its own queue; Lambda would end them after some 16.
      ...(needs.queuesNotices && needs.notifiesDevices && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    this.impact = needs.impact;
    this.topic = props.topic;
    this.#stage = settings.stage;
    // The name of the folder under `dist/functions`, for readers of the template.
    (this.node.defaultChild as CfnFunction).addMetadata('function', name);
    for (const statement of statementsOf(this, needs, resources, settings)) this.addToRolePolicy(statement);
    const alias = needs.isGradual && new Alias(this, 'Live', { aliasName: 'live', version: this.currentVersion });
    this.live = alias ?? this;
    const errors = new ImpactAlarm(scope, `${id}Errors`, {
      impact: `${name}: ${needs.impact}`,
      page: `function-errors.md#${name}`,
      topic: props.topic,
      metric: this.live.metricErrors({ period: Duration.minutes(5) }),
      threshold: needs.errorsInFiveMinutes ?? 1,
    });
    if (alias && settings.stage === 'prod')
      new GradualRelease(this, 'Release', { alias, alarms: [errors, ...(props.brakes ?? [])] });
  }
  /** A field of its log as a metric: `heldMails` is `HeldMails-<stage>`. With `>=` a zero counts, too. */
  logged(scope: Construct, field: string, comparison: '>' | '>=' = '>'): MetricFilter {
    const name = pascalCase(field);
    return new MetricFilter(scope, name, {
      logGroup: this.logGroup,
      metricNamespace: brand.name,
      metricName: `${name}-${this.#stage}`,
      filterPattern: FilterPattern.numberValue(`$.${field}`, comparison, 0),
      metricValue: `$.${field}`,
    });
  }
}
