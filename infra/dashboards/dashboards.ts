import { CrossStackReferences, Duration, ReferenceStrength } from 'aws-cdk-lib';
import type { WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, type IMetric, type IWidget, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';
import { tableShape } from '#functions/platform/keys.ts';
import type { Settings } from '#infra/config.ts';
import { type ApiFigures, apiFigures } from '#infra/constructs/api-figures.ts';
import type { SocketApi } from '#infra/constructs/socket-api.ts';
import { StreamConsumer } from '#infra/constructs/stream-consumer.ts';
import type { FunctionName } from '#infra/function-table.ts';
import { stackName } from '#infra/naming.ts';
import type { ApiStack } from '#infra/stacks/api-stack.ts';
import { brand } from '#shared/values/brand.ts';

const dashboardPeriod = Duration.minutes(5);

type DashboardRow = readonly IWidget[];

const heading = (text: string): DashboardRow => [new TextWidget({ markdown: text, width: 24, height: 2 })];

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, period: dashboardPeriod });

const figure = (
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string>,
  label?: string,
) =>
  new Metric({ namespace, metricName, statistic, dimensionsMap, period: dashboardPeriod, ...(label ? { label } : {}) });

function tableRows({ tableName: TableName }: ITable): DashboardRow[] {
  const places = ['table', ...Object.keys(tableShape.indexes)];
  const of = (name: string) =>
    places.map((place) =>
      figure(
        'AWS/DynamoDB',
        name,
        'Sum',
        place === 'table' ? { TableName } : { TableName, GlobalSecondaryIndexName: place },
        place,
      ),
    );
  return [
    heading('## Table\nUnits are what it costs; an index that writes much more than the table is read too widely.'),
    [
      graph('Read units', of('ConsumedReadCapacityUnits')),
      graph('Write units', of('ConsumedWriteCapacityUnits')),
      graph('Refused', [...of('ReadThrottleEvents'), ...of('WriteThrottleEvents')]),
    ],
  ];
}

function streamRows(readers: Readonly<Record<string, IFunction>>): DashboardRow[] {
  const of = (name: string, statistic: string) =>
    Object.entries(readers).map(([word, { functionName }]) =>
      figure('AWS/Lambda', name, statistic, { FunctionName: functionName }, word),
    );
  return [
    heading('## Stream\nHow far the readers are behind, and how often they are called.'),
    [
      graph('Age of the oldest change, ms', of('IteratorAge', 'Maximum')),
      graph('Calls', of('Invocations', 'Sum'), of('Errors', 'Sum')),
      graph('Duration, ms', of('Duration', 'p99')),
    ],
  ];
}

function socketRows({ api, stageName }: WebSocketStage): DashboardRow[] {
  const of = (name: string) => figure('AWS/ApiGateway', name, 'Sum', { ApiId: api.apiId, Stage: stageName }, name);
  return [
    heading('## Open pages\nEach open page of a member has one connection, renewed within two hours.'),
    [
      graph('New connections', [of('ConnectCount')]),
      graph('Frames', [of('MessageCount')]),
      graph('Errors', [of('IntegrationError'), of('ExecutionError')]),
    ],
  ];
}

/** Every queue of the product: what waits in it, and for how long where somebody takes it out. */
function queueRows(queues: readonly Queue[]): DashboardRow[] {
  const of = (name: string, shown: readonly Queue[]) =>
    shown.map(({ queueName, node }) =>
      figure('AWS/SQS', name, 'Maximum', { QueueName: queueName }, node.path.split('/').slice(1).join(' ')),
    );
  const fed = queues.filter(({ deadLetterQueue }) => deadLetterQueue);
  return [
    heading('## Queues\nAll but the first of a pair are empty when all is well.'),
    [
      graph('Waiting', of('ApproximateNumberOfMessagesVisible', queues)),
      graph('Age of the oldest, s', of('ApproximateAgeOfOldestMessage', fed)),
    ],
  ];
}

/** SES counts by account and region: two stages in one account share these figures. */
function mailRows(): DashboardRow[] {
  const of = (name: string, statistic = 'Sum') => figure('AWS/SES', name, statistic, {}, name);
  return [
    heading('## Mails\nOf all senders of this account and region.'),
    [
      graph('Sent and delivered', [of('Send'), of('Delivery')]),
      graph('Bounced and refused', [of('Bounce'), of('Reject')]),
      graph('Reputation', [of('Reputation.BounceRate', 'Maximum'), of('Reputation.ComplaintRate', 'Maximum')]),
    ],
  ];
}

const journeys: readonly (readonly [title: string, ...served: FunctionName[]])[] = [
  ['Sign up and sign in', 'accounts'],
  ['Find', 'search', 'matching'],
  ['Publish', 'parcels', 'trips', 'uploads'],
  ['Talk', 'messaging'],
  ['Hand over', 'deliveries'],
  ['Pay and be verified', 'receipts', 'admin'],
];

/** The functions' own figures: how long a request took in them, and how many failed. */
const own = (name: string, statistic: string, service: FunctionName) =>
  figure(brand.name, name, statistic, { service }, service);

function journeyRows(): DashboardRow[] {
  const graphs = journeys.map(([title, ...served]) =>
    graph(
      `${title}: p99 in ms, failures on the right`,
      served.map((service) => own('Latency', 'p99', service)),
      served.map((service) => own('Faults', 'Sum', service)),
    ),
  );
  return [
    heading('## What members do\nA failure rings by itself; here: what is slow, and since when.'),
    graphs.slice(0, 3),
    graphs.slice(3),
  ];
}

/**
 * docs/costs.md has the expected costs. AWS counts money only in us-east-1, and only if « billing alerts » are switched
 * on.
 */
function costRows({ calls, faultRate }: ApiFigures): DashboardRow[] {
  const charges = figure('AWS/Billing', 'EstimatedCharges', 'Maximum', { Currency: 'USD' }, 'account, this month, $');
  return [
    heading('## Cost\nWhat each of these should cost: docs/costs.md.'),
    [
      graph('Requests, failed ones in % on the right', [calls(dashboardPeriod)], [faultRate(dashboardPeriod)]),
      graph('Functions at once', [figure('AWS/Lambda', 'ConcurrentExecutions', 'Maximum', {})]),
      new GraphWidget({ title: 'Charges', left: [charges], region: 'us-east-1', width: 8 }),
    ],
  ];
}

/** The stacks whose parts the dashboards show. */
interface Sources {
  readonly data: { readonly table: ITable };
  readonly files: IConstruct;
  readonly api: ApiStack;
  readonly live: IConstruct & { readonly socket: SocketApi };
}

/**
 * Two dashboards: one for what members notice, one for the machine behind it. Three dashboards of up to 50 figures each
 * are free in an account; one for each of the seven parts would cost more than all functions of an idle stage.
 */
export function makeDashboards(scope: Construct, settings: Settings, { data, files, api, live }: Sources): void {
  const dashboard = (id: string, word: string, rows: readonly DashboardRow[]) =>
    new Dashboard(scope, id, { dashboardName: stackName(settings, word), widgets: rows.map((row) => [...row]) });
  dashboard('Board', 'board', [...journeyRows(), ...socketRows(live.socket.stage), ...mailRows()]);
  const readers = weak(live.node.findAll().filter((one) => one instanceof StreamConsumer));
  dashboard('MachineBoard', 'machine', [
    ...streamRows(Object.fromEntries(readers.map((reader) => [reader.node.id.toLowerCase(), reader]))),
    ...queueRows(weak([files, live].flatMap(({ node }) => node.findAll()).filter((one) => one instanceof Queue))),
    ...tableRows(data.table),
    ...costRows(apiFigures(api.api)),
  ]);
}

/** A strong reference would block renaming or removing a function or a queue that a dashboard shows. */
function weak<T extends IConstruct>(shown: T[]): T[] {
  for (const one of shown) CrossStackReferences.of(one).produce(ReferenceStrength.WEAK);
  return shown;
}
