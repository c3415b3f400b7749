import { type App, Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { brand } from '#shared/values/brand.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { stackName } from '../naming.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';

const period = Duration.minutes(5);

/**
 * Alarms beyond single functions: the API as a whole, the account's limits, the sender's reputation. Also one
 * dashboard.
 */
export class AlarmsStack extends ProductStack {
  constructor(scope: App, settings: Settings, { data, api }: { data: DataStack; api: ApiStack }) {
    super(scope, 'Alarms', settings);
    const { topic } = data;
    const ofApi = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        statistic,
        period,
        dimensionsMap: { ApiId: api.api.apiId, Stage: 'api' },
      });
    const calls = ofApi('Count', 'Sum');
    const faults = ofApi('5xx', 'Sum');
    const latency = ofApi('Latency', 'p99');
    const alarm = (id: string, metric: IMetric, threshold: number, impact: string, periods = 1) =>
      new ImpactAlarm(this, id, { metric, threshold, impact, topic, periods });

    const faultRate = new MathExpression({
      expression: '100 * faults / calls',
      usingMetrics: { faults, calls },
      period,
    });
    alarm(
      'ApiFaults',
      faultRate,
      1,
      'One of a hundred requests fails: members meet error messages in the middle of what they do.',
    );
    alarm('ApiSlow', latency, 2000, 'The slowest requests take over 2 seconds: pages hesitate for some members.', 3);
    alarm(
      'Refusals',
      this.refusals(api),
      500,
      'Many requests are refused as not signed in or not allowed: somebody may be trying doors.',
    );

    const ofLambda = (metricName: string, statistic: string) =>
      new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
    alarm(
      'Throttles',
      ofLambda('Throttles', 'Sum'),
      1,
      'The account runs as many functions as it may: some members are told to try again.',
    );
    alarm(
      'Concurrency',
      ofLambda('ConcurrentExecutions', 'Maximum'),
      800,
      'Four fifths of the account limit of 1,000 functions at once are in use.',
    );

    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
    alarm(
      'Bounces',
      reputation('Reputation.BounceRate'),
      0.04,
      'Too many mails bounce: SES may stop all mail, then nobody can confirm an address.',
    );
    alarm(
      'Complaints',
      reputation('Reputation.ComplaintRate'),
      0.0008,
      'Too many mails are reported as spam: SES may stop all mail.',
    );

    new Dashboard(this, 'Board', {
      dashboardName: stackName(settings, 'board'),
      widgets: [
        [graph('Requests', [calls]), graph('Faults', [faults, faultRate]), graph('Latency p99', [latency])],
        [
          graph('Functions at once', [ofLambda('ConcurrentExecutions', 'Maximum')]),
          graph('Mail', [reputation('Reputation.BounceRate')]),
        ],
      ],
    });
  }

  /** 401 and 403 of every kind, the gateway's own included, counted from the access log. */
  private refusals(api: ApiStack) {
    const filter = new MetricFilter(this, 'RefusalCount', {
      logGroup: api.accessLog,
      metricNamespace: brand.name,
      metricName: `Refusals-${this.settings.stage}`,
      filterPattern: FilterPattern.any(
        FilterPattern.stringValue('$.status', '=', '401'),
        FilterPattern.stringValue('$.status', '=', '403'),
      ),
    });
    return filter.metric({ statistic: 'Sum', period });
  }
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
