import { type App, Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { brand } from '#shared/values/brand.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { apiFigures } from '../constructs/api-figures.ts';
import { Objective } from '../constructs/objective.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { makeDashboards } from '../dashboards/dashboards.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { FilesStack } from './files-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { LiveStack } from './live-stack.ts';

interface Above {
  readonly data: DataStack;
  readonly identity: IdentityStack;
  readonly files: FilesStack;
  readonly api: ApiStack;
  readonly live: LiveStack;
}

const period = Duration.minutes(5);

/**
 * Alarms beyond single functions: what is promised to members, the API's slowness, the account's limits, the sender's
 * reputation. Also the dashboards.
 */
export class AlarmsStack extends ProductStack {
  private readonly above: Above;

  constructor(scope: App, settings: Settings, above: Above) {
    super(scope, 'Alarms', settings);
    this.above = above;
    this.watchApi();
    this.watchDoors();
    this.watchAccount();
    makeDashboards(this, settings, above);
  }

  private alarm(id: string, metric: IMetric, threshold: number, impact: string, periods = 1) {
    const { topic } = this.above.data;
    return new ImpactAlarm(this, id, { metric, threshold, impact, topic, periods });
  }

  /** The objectives are explained in docs/runbooks/objectives.md. */
  private watchApi() {
    const { data, api } = this.above;
    const { faultRate, slowerThan, latency } = apiFigures(api.api);
    this.alarm(
      'ApiSlow',
      latency(period),
      2000,
      'The slowest requests take over 2 seconds: pages hesitate for some members.',
      3,
    );
    new Objective(this, 'Availability', {
      promised: 99.9,
      bad: faultRate,
      impact: 'Requests fail more often than promised: members meet error messages.',
      page: 'availability-burns.md',
      topic: data.topic,
    });
    new Objective(this, 'Latency', {
      promised: 99,
      bad: slowerThan(1000),
      impact: 'Requests take longer than a second more often than promised: pages hesitate.',
      page: 'latency-burns.md',
      topic: data.topic,
    });
  }

  private watchDoors() {
    this.alarm(
      'Refusals',
      this.counted('RefusalCount', 'Refusals', '401', '403'),
      500,
      'Many requests are refused as not signed in or not allowed: somebody may be trying doors.',
    );
    this.alarm(
      'RateLimited',
      this.counted('RateLimitedCount', 'RateLimited', '429'),
      300,
      'Many requests meet a limit: somebody asks far too much, or everybody is told to wait.',
    );
    this.alarm(
      'SignInThrottles',
      this.signInThrottles(),
      5,
      'Cognito refuses sign-ins or renewals for being too many: members cannot get in, or are signed out.',
    );
    this.alarm(
      'SocketGatewayErrors',
      this.socketErrors(),
      5,
      'Sockets meet errors: open pages fall back to asking, messages and changes show late.',
    );
  }

  private watchAccount() {
    this.alarm(
      'Throttles',
      ofLambda('Throttles', 'Sum'),
      1,
      'The account runs as many functions as it may: some members are told to try again.',
    );
    this.alarm(
      'Concurrency',
      this.concurrency(),
      80,
      'Four fifths of the functions that the account may run at once are in use.',
    );
    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
    this.alarm(
      'Bounces',
      reputation('Reputation.BounceRate'),
      0.04,
      'Too many mails bounce: SES may stop all mail, then nobody can confirm an address.',
    );
    this.alarm(
      'Complaints',
      reputation('Reputation.ComplaintRate'),
      0.0008,
      'Too many mails are reported as spam: SES may stop all mail.',
    );
  }

  private concurrency() {
    const used = ofLambda('ConcurrentExecutions', 'Maximum');
    return new MathExpression({ expression: '100 * used / SERVICE_QUOTA(used)', usingMetrics: { used }, period });
  }

  /** Answers of these statuses of every kind, the gateway's own included, counted from the access log. */
  private counted(id: string, name: string, ...statuses: string[]) {
    const filter = new MetricFilter(this, id, {
      logGroup: this.above.api.accessLog,
      metricNamespace: brand.name,
      metricName: `${name}-${this.settings.stage}`,
      filterPattern: FilterPattern.any(...statuses.map((status) => FilterPattern.stringValue('$.status', '=', status))),
    });
    return filter.metric({ statistic: 'Sum', period });
  }

  private signInThrottles() {
    const { pool, client, shortClient } = this.above.identity;
    const of = (metricName: string, { userPoolClientId }: typeof client) =>
      sumOf('AWS/Cognito', metricName, { UserPool: pool.userPoolId, UserPoolClient: userPoolClientId });
    return new MathExpression({
      expression: 'SUM([signIns, shortSignIns, renewals, shortRenewals])',
      usingMetrics: {
        signIns: of('SignInThrottles', client),
        shortSignIns: of('SignInThrottles', shortClient),
        renewals: of('TokenRefreshThrottles', client),
        shortRenewals: of('TokenRefreshThrottles', shortClient),
      },
      period,
    });
  }

  private socketErrors() {
    const { api, stageName } = this.above.live.socket.stage;
    const of = (metricName: string) => sumOf('AWS/ApiGateway', metricName, { ApiId: api.apiId, Stage: stageName });
    return new MathExpression({
      expression: 'SUM([integration, execution])',
      usingMetrics: { integration: of('IntegrationError'), execution: of('ExecutionError') },
      period,
    });
  }
}

const ofLambda = (metricName: string, statistic: string) =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });

const sumOf = (namespace: string, metricName: string, dimensionsMap: Record<string, string>) =>
  new Metric({ namespace, metricName, statistic: 'Sum', period, dimensionsMap });
