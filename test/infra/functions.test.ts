import { expect, test } from 'vitest';
import { backgroundRuns } from '#infra/background.ts';
import { functionEntries } from '#infra/build/functions.ts';
import { parseSettings } from '#infra/config.ts';
import { type FunctionName, functionOfSlice, functionTable, needsOf } from '#infra/function-table.ts';
import { contract } from '#shared/contract.ts';
import { environmentOf } from '#test/bench/environment.ts';
import { type Json, type Properties, readable, synthesize } from './synth.ts';

const synthesized = synthesize();
const { functions, everywhere, stacks, resources } = synthesized;
const names = Object.keys(functionTable) as FunctionName[];
const slices = Object.keys(contract).map(functionOfSlice);

const variablesOf = (name: FunctionName, { functions: all }: Pick<typeof synthesized, 'functions'> = synthesized) => {
  const environment = all()[name]?.properties['Environment'] as { Variables: Properties } | undefined;
  return Object.fromEntries(
    Object.entries(environment?.Variables ?? {}).map(([word, value]) => [word, readable(value)]),
  );
};

const always = { POWERTOOLS_METRICS_NAMESPACE: 'Envoyage' };
const secret = '{{resolve:secretsmanager:OriginSecret:SecretString:::}}';
const derived = '{{resolve:secretsmanager:DerivedSecret:SecretString:::}}';
const ofSlices = {
  POOL_ID: 'Pool',
  CLIENT_ID: 'PoolWeb',
  SHORT_CLIENT_ID: 'PoolWebShort',
  ORIGIN_SECRET: secret,
  PASSWORD_POLICY: 'spec',
  RATE_LIMITS: 'on',
};
const site = { SITE_URL_PARAMETER: '/envoyage/dev/site-url' };
const mail = {
  MAIL_FROM: 'no-reply@example.org',
  CONFIGURATION_SET: 'Set',
  CONTACT_EMAIL: 'admin@example.org',
  REPLY_TO: 'contact@example.org',
};

/** Variables of a function besides those of all functions. */
const told: Record<FunctionName, Record<string, string>> = {
  accounts: { PASSWORD_CLIENT_ID: 'PoolProof', ...mail, ...site },
  profiles: {},
  receipts: { PRIVATE_BUCKET: 'Private' },
  reviews: {},
  exports: { PRIVATE_BUCKET: 'Private' },
  corridors: site,
  alerts: {},
  notices: { DERIVED_SECRET: derived },
  reports: { DERIVED_SECRET: derived },
  friends: {},
  uploads: { QUARANTINE_BUCKET: 'Quarantine' },
  search: {},
  parcels: { PRIVATE_BUCKET: 'Private' },
  trips: {},
  matching: {},
  deliveries: { PRIVATE_BUCKET: 'Private', DERIVED_SECRET: derived },
  messaging: {},
  admin: { PRIVATE_BUCKET: 'Private', DERIVED_SECRET: derived },
  'second-factor': {
    PASSWORD_CLIENT_ID: 'PoolProof',
    SECOND_FACTOR_KEY: 'SecondFactorKey',
  },
  'identity-documents': { IDENTITY_BUCKET: 'Identity' },
  share: site,
  documents: site,
  site: {},
  projector: {},
  dispatcher: {
    POOL_ID: 'Pool',
    IDENTITY_BUCKET: 'Identity',
    PRIVATE_BUCKET: 'Private',
    MEDIA_BUCKET: 'Media',
    LOG_BUCKET: 'LogCopy',
    SOCKET_ENDPOINT: 'https://SocketApi.execute-api.eu-west-3.AWS::URLSuffix/ws',
    MAIL_QUEUE: 'MailsWaiting',
    NOTICE_QUEUE: 'NoticesWaiting',
  },
  notifier: { DERIVED_SECRET: derived, NOTICE_QUEUE: 'NoticesWaiting', PUSH_CONTACT: 'admin@example.org' },
  mailer: {
    ...mail,
    MAIL_QUEUE: 'MailsWaiting',
    DERIVED_SECRET: derived,
    ...site,
  },
  'mail-refusals': {},
  socket: { ORIGIN_SECRET: secret.replace('Origin', 'Socket'), ...site },
  scanner: {
    QUARANTINE_BUCKET: 'Quarantine',
    IDENTITY_BUCKET: 'Identity',
    PRIVATE_BUCKET: 'Private',
    MEDIA_BUCKET: 'Media',
    TRIES: '5',
  },
  'pre-token': { PASSWORD_CLIENT_PARAMETER: '/envoyage/dev/proof-client' },
  bootstrap: { POOL_ID: 'Pool' },
  daily: {
    IDENTITY_BUCKET: 'Identity',
    PRIVATE_BUCKET: 'Private',
    MEDIA_BUCKET: 'Media',
    LOG_BUCKET: 'LogCopy',
  },
  reminders: {},
  exporter: { IDENTITY_BUCKET: 'Identity', PRIVATE_BUCKET: 'Private', MEDIA_BUCKET: 'Media' },
  snapshots: {},
  'account-deletion': {
    POOL_ID: 'Pool',
    QUARANTINE_BUCKET: 'Quarantine',
    IDENTITY_BUCKET: 'Identity',
    PRIVATE_BUCKET: 'Private',
    MEDIA_BUCKET: 'Media',
  },
  watch: { ...site, PAGE_DOCUMENTS: 'rendered' },
};

function found(name: FunctionName) {
  const it = functions()[name];
  if (!it) throw new Error(`There is no function ${name}.`);
  return it;
}

test('every function of the table has an entry among the sources, and every entry its row', () => {
  expect(Object.keys(functionEntries()).toSorted()).toEqual(names.toSorted());
});

test('every function of the table is made', () => {
  expect(Object.keys(functions()).toSorted()).toEqual(names.toSorted());
});

test('the measurement of cold starts gives functions every variable that they have', () => {
  // It gives the address of the site itself.
  const given = new Set([...Object.keys(environmentOf('', '')), 'SITE_URL_PARAMETER']);
  const had = new Set(names.flatMap((name) => Object.keys(variablesOf(name))));
  expect([...had].filter((one) => !given.has(one))).toEqual([]);
});

test.each(names)('%s has variables for exactly the resources that it may use', (name) => {
  expect(variablesOf(name)).toEqual({
    ...always,
    ...(needsOf(name).table.length > 0 && { TABLE: 'Table' }),
    POWERTOOLS_SERVICE_NAME: name,
    ...(slices.includes(name) && ofSlices),
    ...told[name],
  });
});

test('with a domain functions know the address of the site, and no parameter', () => {
  const withDomain = synthesize({ domain: 'envoyage.example.org', hostedZoneId: 'Z0123456789' });
  for (const name of ['accounts', 'mailer', 'socket'] as const) {
    expect(variablesOf(name, withDomain)).toMatchObject({ SITE_URL: 'https://envoyage.example.org' });
    expect(variablesOf(name, withDomain)).not.toHaveProperty('SITE_URL_PARAMETER');
  }
  expect(JSON.stringify(withDomain.everywhere('AWS::IAM::Policy'))).not.toContain('site-url');
});

test('settings reach the functions that obey them', () => {
  const other = synthesize({ passwordPolicy: 'strict', subscriptionFrom: '2027-03-01', retention: 7 });
  expect(variablesOf('accounts', other)).toMatchObject({ PASSWORD_POLICY: 'strict', SUBSCRIPTION_FROM: '2027-03-01' });
  expect(variablesOf('daily', other)).toMatchObject({ SUBSCRIPTION_FROM: '2027-03-01' });
  expect(other.template('api').Outputs).toMatchObject({ SubscriptionFrom: { Value: '2027-03-01' } });
  expect(synthesized.template('api').Outputs).not.toHaveProperty('SubscriptionFrom');
  const retentions = other.everywhere('AWS::Logs::LogGroup').map(([, { Properties }]) => Properties['RetentionInDays']);
  expect(new Set(retentions)).toEqual(new Set([7]));
});

test('while the secret of the edge is rotated, functions accept both versions, and the edge sends the present one', () => {
  const rotated = synthesize({}, { originSecret: 'v2,v1', socketSecret: 'v2,v1' });
  for (const name of ['accounts', 'search', 'socket'] as const) {
    const of = (version: string) =>
      `{{resolve:secretsmanager:${name === 'socket' ? 'Socket' : 'Origin'}Secret:SecretString:::${version}}}`;
    expect(variablesOf(name, rotated)).toMatchObject({ ORIGIN_SECRET: of('v2'), ORIGIN_SECRET_BEFORE: of('v1') });
  }
  const edge = readable(rotated.only('web', 'AWS::CloudFront::Distribution') as Json) as string;
  expect(edge).toContain(':v2}}');
  expect(edge).not.toContain(':v1}}');
  expect(variablesOf('accounts', synthesize({}, { originSecret: 'v2' }))).not.toHaveProperty('ORIGIN_SECRET_BEFORE');
});

test('while the secret of links and keys is rotated, all functions that derive from it know both versions', () => {
  const rotated = synthesize({}, { derivedSecret: 'v2,v1' });
  const deriving = names.filter((name) => needsOf(name).derivesKeys);
  expect(deriving.toSorted()).toEqual(['admin', 'deliveries', 'mailer', 'notices', 'notifier', 'reports']);
  for (const name of deriving)
    expect(variablesOf(name, rotated)).toMatchObject({
      DERIVED_SECRET: derived.replace(':::', ':::v2'),
      DERIVED_SECRET_BEFORE: derived.replace(':::', ':::v1'),
    });
});

test('queues run two functions each, and the sum of what runs without a visitor is the one that a deploy names', () => {
  const mappings = everywhere('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  const most = mappings.flatMap(({ ScalingConfig }) =>
    ScalingConfig ? [(ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency] : [],
  );
  expect(most).toEqual([2, 2, 2, 2]);
  const readers = mappings.length - most.length;
  const jobs = everywhere('AWS::Events::Rule').filter(([, { Properties }]) => Properties['ScheduleExpression']).length;
  expect(backgroundRuns(parseSettings({}))).toEqual({ queues: 8, readers, jobs });
  const more = synthesize({ noticesAtOnce: 7 }).everywhere('AWS::Lambda::EventSourceMapping');
  expect(JSON.stringify(more)).toContain('"MaximumConcurrency":7');
});

test('the notifier alone may feed its own queue: each message goes on behind the alerts of the one before', () => {
  const looping = names.filter((name) => found(name).properties['RecursiveLoop'] === 'Allow');
  expect(looping).toEqual(['notifier']);
});

test.each(names)('%s runs Node 24 on arm64 and logs JSON into a group of its own', (name) => {
  const { properties, stack } = found(name);
  const { memory = 512, timeout = 10 } = needsOf(name);
  expect(properties).toMatchObject({
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'index.handler',
    MemorySize: memory,
    Timeout: timeout,
    LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN', ApplicationLogLevel: 'INFO' },
  });
  // A new account may run ten functions in parallel, and then none may be reserved.
  expect(properties).not.toHaveProperty('ReservedConcurrentExecutions');
  const { LogGroup } = properties['LoggingConfig'] as { LogGroup: { Ref: string } };
  const group = resources(stack, 'AWS::Logs::LogGroup').find(([id]) => id === LogGroup.Ref);
  expect(group?.[1].Properties['RetentionInDays']).toBe(30);
});

test.each(names)('the failure of %s raises an alarm with its impact', (name) => {
  const { id, stack } = found(name);
  const alarm = resources(stack, 'AWS::CloudWatch::Alarm').find(
    ([, { Properties }]) =>
      Properties['MetricName'] === 'Errors' && JSON.stringify(Properties['Dimensions']).includes(`"${id}"`),
  );
  expect(alarm?.[1].Properties).toMatchObject({
    AlarmDescription: `${name}: ${needsOf(name).impact} What to do: docs/runbooks/alarms/function-errors.md#${name}`,
    Threshold: name === 'pre-token' ? 20 : 1,
  });
});

test('every alarm has a sentence of its impact and reaches the topic', () => {
  const alarms = everywhere('AWS::CloudWatch::Alarm');
  expect(alarms.length).toBeGreaterThan(names.length);
  for (const [, { Properties }] of alarms) {
    // CloudWatch takes 1,024 characters.
    expect(Properties['AlarmDescription']).toMatch(/^.{30,900}\. What to do: docs\/runbooks\/alarms\/[a-z#.-]+$/);
    for (const told of ['AlarmActions', 'OKActions'])
      expect((Properties[told] as readonly Json[]).map(readable).join()).toMatch(/Topic/);
    expect(Properties['TreatMissingData']).toBe('notBreaching');
  }
});

test('a receipt that waits for 20 hours raises an alarm, from the line that the job logs', () => {
  const [filter] = everywhere('AWS::Logs::MetricFilter').filter(
    ([, { Properties }]) => Properties['FilterPattern'] === '{ $.oldestReceiptHours >= 0 }',
  );
  const [transformation] = (filter?.[1].Properties['MetricTransformations'] ?? []) as Record<string, string>[];
  expect(transformation).toMatchObject({ MetricValue: '$.oldestReceiptHours' });
  const alarm = everywhere('AWS::CloudWatch::Alarm').find(
    ([, { Properties }]) => Properties['MetricName'] === transformation?.['MetricName'],
  );
  expect(alarm?.[1].Properties).toMatchObject({ Threshold: 20, Statistic: 'Maximum' });
});

test('the administrator gets the subscription to the alarms', () => {
  const subscriptions = everywhere('AWS::SNS::Subscription').map(([, { Properties }]) => [
    Properties['Protocol'],
    Properties['Endpoint'],
  ]);
  expect(subscriptions).toEqual([
    ['email', 'admin@example.org'],
    ['email', 'admin@example.org'],
  ]);
});

test("API Gateway's role for logs is created once in an account", () => {
  expect(everywhere('AWS::ApiGateway::Account')).toHaveLength(1);
  expect(synthesize({ apiGatewayLogsRole: 'exists' }).everywhere('AWS::ApiGateway::Account')).toEqual([]);
});

test('a stack refers only to those made before it', () => {
  const exported = (text: string) =>
    [...text.matchAll(/"Fn::ImportValue":"Envoyage-dev-(\w+):/g)].map(([, stack = '']) => stack.toLowerCase());
  for (const [at, stack] of stacks.entries()) {
    const needed = exported(JSON.stringify(synthesized.template(stack)));
    expect(needed.filter((other) => (stacks as string[]).indexOf(other) >= at)).toEqual([]);
  }
});
