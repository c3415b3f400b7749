import { type App, Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/alarm.ts';
import { apiFigures } from '#infra/constructs/api-figures.ts';
import { ProductStack } from '#infra/constructs/product-stack.ts';
import { makeDashboards } from '#infra/dashboards/dashboards.ts';
import { brand } from '#shared/values/brand.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { FilesStack } from './files-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { LiveStack } from './live-stack.ts';

interface ObjectiveProps {
  /** Per cent of the requests of 30 days that are promised to be good. */
  readonly promised: number;
  /** Per cent of the requests of one period that were not. */
  readonly bad: (period: Duration) => IMetric;
  /** The effect on members; the alarm adds the rate. */
  readonly impact: string;
  readonly page: string;
  readonly topic: ITopic;
}

/**
 * How fast the error budget of a month is spent, as a multiple of its even use. At 14.4, an hour uses a fiftieth of it
 * and two days all of it. At 6, six hours use a twentieth, and five days all of it (Google, « The Site Reliability
 * Workbook », chapter 5).
 */
const speeds = [
  { word: 'Fast', hours: 1, times: 14.4, ends: 'in two days' },
  { word: 'Slow', hours: 6, times: 6, ends: 'in five days' },
] as const;

/** An objective over 30 days, with an alarm for each speed at which it would be missed. */
class Objective extends Construct {
  constructor(scope: Construct, id: string, { promised, bad, impact, page, topic }: ObjectiveProps) {
    super(scope, id);
    for (const { word, hours, times, ends } of speeds) {
      new ImpactAlarm(this, word, {
        impact: `${impact} At this rate, what the objective of ${promised} % allows in a month is used up ${ends}.`,
        page,
        topic,
        metric: bad(Duration.hours(hours)),
        threshold: Number(((100 - promised) * times).toFixed(2)),
      });
    }
  }
}

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
      'The slowest requests take more than 2 seconds. Some members wait for their pages.',
      3,
    );
    new Objective(this, 'Availability', {
      promised: 99.9,
      bad: faultRate,
      impact: 'Requests fail more often than promised. Members see error messages.',
      page: 'availability-burns.md',
      topic: data.topic,
    });
    new Objective(this, 'Latency', {
      promised: 99,
      bad: slowerThan(1000),
      impact: 'Requests take longer than a second more often than promised. Members wait for their pages.',
      page: 'latency-burns.md',
      topic: data.topic,
    });
  }

  private watchDoors() {
    this.alarm(
      'Refusals',
      this.counted('RefusalCount', 'Refusals', '401', '403'),
      500,
      'Many requests are refused because their sender is not signed in or not allowed. Somebody may be looking for a way in.',
    );
    this.alarm(
      'RateLimited',
      this.counted('RateLimitedCount', 'RateLimited', '429'),
      300,
      'Many requests exceed a limit. Either one sender asks far too much, or everybody is told to wait.',
    );
    this.alarm(
      'SignInThrottles',
      this.signInThrottles(),
      5,
      'Cognito receives too many sign-ins or renewals and refuses some. Members cannot sign in, or are signed out.',
    );
    this.alarm(
      'SocketGatewayErrors',
      this.socketErrors(),
      5,
      'Sockets fail. Open pages have to ask for news, so messages and changes appear late.',
    );
  }

  private watchAccount() {
    this.alarm(
      'Throttles',
      ofLambda('Throttles', 'Sum'),
      1,
      'The account runs as many functions as it may. Some members are told to try again.',
    );
    this.alarm(
      'Concurrency',
      this.concurrency(),
      80,
      'The account runs four fifths of the functions that it may run at once.',
    );
    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
    this.alarm(
      'Bounces',
      reputation('Reputation.BounceRate'),
      0.04,
      'Too many mails bounce. SES may stop all mails, and then nobody can confirm an address.',
    );
    this.alarm(
      'Complaints',
      reputation('Reputation.ComplaintRate'),
      0.0008,
      'Too many mails are reported as spam. SES may stop all mails.',
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
