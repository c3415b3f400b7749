import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableShape } from '#functions/platform/keys.ts';
import { type Json, type Properties, readable, synthesize } from './synth.ts';

const { everywhere, template, stacks } = synthesize();
const alarms = everywhere('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
  name: id.replace(/[0-9A-F]{8}$/, ''),
  Properties,
}));

interface Query {
  readonly Expression?: string;
  readonly MetricStat?: { readonly Period: number; readonly Stat: string; readonly Metric: Properties };
}
const alarm = (name: string) => alarms.find((one) => one.name === name)?.Properties ?? {};
const queries = ({ Metrics = [] }: Properties) => Metrics as unknown as readonly Query[];
const expressionOf = (name: string) => queries(alarm(name)).find(({ Expression }) => Expression)?.Expression;
const dimensionsOf = (metric: Properties) =>
  ((metric['Dimensions'] ?? []) as readonly Properties[]).map(
    ({ Name, Value }) => `${readable(Name)}=${readable(Value)}`,
  );

test('no two alarms have one name: a mail names its alarm by nothing else', () => {
  const names = alarms.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('an alarm rests on at most ten figures, which is what CloudWatch takes', () => {
  for (const { name, Properties } of alarms) expect([name, queries(Properties).length <= 11]).toEqual([name, true]);
});

test.each(['TableErrors', 'TableThrottles'])('%s counts every operation that functions use', (name) => {
  const counted = queries(alarm(name)).flatMap(({ MetricStat }) => (MetricStat ? dimensionsOf(MetricStat.Metric) : []));
  expect(counted.filter((one) => one.startsWith('Operation=')).toSorted()).toEqual(
    ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'TransactWriteItems', 'UpdateItem'].map(
      (operation) => `Operation=${operation}`,
    ),
  );
});

test('each index of the table is watched, for reads and for writes', () => {
  const counted = queries(alarm('IndexThrottles')).flatMap(({ MetricStat }) =>
    MetricStat
      ? [
          `${readable(MetricStat.Metric['MetricName'])} ${dimensionsOf(MetricStat.Metric).find((one) => one.startsWith('Global'))}`,
        ]
      : [],
  );
  const expected = Object.keys(tableShape.indexes).flatMap((index) =>
    ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => `${name} GlobalSecondaryIndexName=${index}`),
  );
  expect(counted.toSorted()).toEqual(expected.toSorted());
});

test.each(['ApiFaults', 'AvailabilityFast', 'AvailabilitySlow', 'LatencyFast', 'LatencySlow'])(
  '%s says nothing of a period with fewer than 200 requests: at night one failure would be many per cent',
  (name) => {
    expect(expressionOf(name)).toMatch(/^IF\(calls >= 200, .+, 0\)$/);
  },
);

test.each([
  ['AvailabilityFast', 1, 1.44],
  ['AvailabilitySlow', 6, 0.6],
  ['LatencyFast', 1, 14.4],
  ['LatencySlow', 6, 6],
])('%s looks back for %i hours and rings at %f %%, as its page says', (name, hours, threshold) => {
  const { Threshold, AlarmDescription } = alarm(name);
  expect(Threshold).toBe(threshold);
  const periods = queries(alarm(name)).flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
  expect(new Set(periods)).toEqual(new Set([hours * 3600]));
  const page = readFileSync('docs/runbooks/objectives.md', 'utf8');
  expect(page).toContain(`| \`…${name.slice(-4)}\` | ${hours} hour`);
  expect(page).toContain(`${threshold} % ${name.startsWith('Latency') ? 'slow' : 'failed'}`);
  const [, promised] = /objective of ([\d.]+) %/.exec(readable(AlarmDescription)) ?? [];
  expect(page).toContain(`| ${promised} % of the requests`);
});

test('a second is what latency is promised for', () => {
  const stats = queries(alarm('LatencyFast')).flatMap(({ MetricStat }) => MetricStat?.Stat ?? []);
  expect(stats.toSorted()).toEqual(['PR(:1000)', 'Sum']);
});

test.each([
  ['Refusals', '{ ($.status = "401") || ($.status = "403") }'],
  ['RateLimited', '{ $.status = "429" }'],
  ['MailsMailsHeld', '{ $.heldMails > 0 }'],
  ['PushesDropped', '{ $.droppedPushes > 0 }'],
])('%s counts lines of a log', (name, pattern) => {
  const filter = everywhere('AWS::Logs::MetricFilter').find(([, { Properties }]) => {
    const [made] = Properties['MetricTransformations'] as readonly Properties[];
    return made?.['MetricName'] === alarm(name)['MetricName'];
  });
  expect(filter?.[1].Properties['FilterPattern']).toBe(pattern);
});

test('mails that SES takes none of ring after a quarter of an hour, when the age of their queue has forgotten them', () => {
  expect(alarm('MailsMailsHeld')).toMatchObject({ Period: 300, EvaluationPeriods: 3, Threshold: 1 });
});

test('the alarm of functions at once rings at four fifths of the quota, whatever it is', () => {
  expect(expressionOf('Concurrency')).toBe('100 * used / SERVICE_QUOTA(used)');
  expect(alarm('Concurrency')['Threshold']).toBe(80);
  expect(queries(alarm('Concurrency')).flatMap(({ MetricStat }) => MetricStat ?? [])).toMatchObject([
    { Stat: 'Maximum', Metric: { Namespace: 'AWS/Lambda', MetricName: 'ConcurrentExecutions' } },
  ]);
});

test('alarms of other accounts neither publish to the topics of alarms nor use their keys', () => {
  const policies = [
    ...everywhere('AWS::SNS::TopicPolicy').map(([, { Properties }]) => Properties['PolicyDocument']),
    ...everywhere('AWS::KMS::Key').map(([, { Properties }]) => Properties['KeyPolicy']),
  ] as unknown as { Statement: { Principal?: { Service?: string }; Condition?: Properties }[] }[];
  const ofCloudWatch = policies
    .flatMap(({ Statement }) => Statement)
    .filter(({ Principal }) => Principal?.Service === 'cloudwatch.amazonaws.com');
  expect(ofCloudWatch).toHaveLength(4);
  for (const { Condition } of ofCloudWatch) {
    expect(Condition?.['StringEquals']).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    const like = (Condition?.['ArnLike'] ?? {}) as Properties;
    expect(readable(like['aws:SourceArn'])).toMatch(
      /^arn:AWS::Partition:cloudwatch:[\w-]+:AWS::AccountId:alarm:Envoyage-\*$/,
    );
  }
});

test('two dashboards of at most fifty figures: more would be paid for', () => {
  const dashboards = everywhere('AWS::CloudWatch::Dashboard').map(([, { Properties }]) => Properties['DashboardBody']);
  expect(dashboards).toHaveLength(2);
  for (const body of dashboards) {
    const { widgets } = JSON.parse(readable(body as Json)) as {
      widgets: { properties: { metrics?: readonly unknown[][] } }[];
    };
    const figures = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    expect(figures.length).toBeGreaterThan(15);
    expect(figures.length).toBeLessThanOrEqual(50);
  }
});

test('what a dashboard shows can be renamed and removed: nobody imports a function or a queue', () => {
  const strong = stacks.flatMap((stack) =>
    Object.entries(template(stack).Outputs ?? {}).flatMap(([, output]) => {
      const { Value, Export } = output as { Value: Json; Export?: Json };
      const id = readable(Value).split(' ')[0] ?? '';
      const named = Object.entries(template(stack).Resources).find(
        ([logical]) => logical.replace(/[0-9A-F]{8}$/, '') === id,
      );
      return Export && /^AWS::(Lambda|SQS)/.test(named?.[1].Type ?? '') ? [id] : [];
    }),
  );
  expect(strong).toEqual([]);
});
