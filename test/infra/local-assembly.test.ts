import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionTable } from '#infra/function-table.ts';
import { readApis } from '#infra/local/assembly/apis.ts';
import { readDistribution } from '#infra/local/assembly/distribution.ts';
import { readPlan } from '#infra/local/assembly/plan.ts';
import { deliver, pauseAfter } from '#infra/local/events/stream-shards.ts';
import { openAccess } from '#infra/local/iam/access.ts';
import { mayForward, mayStart } from '#infra/local/iam/poller-rights.ts';
import { readAccessRules } from '#infra/local/iam/template.ts';
import { contract } from '#shared/contract.ts';
import { type RouteSpec, routeKeys } from '#shared/route.ts';
import { resolvedTemplates } from './resolved.ts';

const { assembly, ids, resolve } = resolvedTemplates();
const plan = readPlan(assembly, ids, resolve, 'dist/functions');
const apis = readApis(assembly, ids, resolve);
const behaviours = readDistribution(assembly, ids, resolve);

const behaviourOf = (path: string) => behaviours.find((behaviour) => behaviour.matches(path));

test('the local stack finds every function, with an environment without open references', () => {
  const environments = plan.functions.map(({ name, environment }) => [name, Object.values(environment)] as const);
  expect(environments.map(([name]) => name)).toContain('identity-documents');
  expect(environments).toHaveLength(Object.keys(functionTable).length);
  for (const [name, values] of environments) {
    expect([name, values.filter((value) => /undefined|Token\[|\{\{|\$\{/.test(value))]).toEqual([name, []]);
  }
});

test('every row of the contract is a route to the function of its slice, closed to strangers unless it says otherwise', () => {
  const http = apis.find(({ protocol }) => protocol === 'HTTP');
  const rows = Object.values(contract)
    .flatMap((slice): RouteSpec[] => Object.values(slice))
    .flatMap((spec) => routeKeys(spec).map((wanted) => ({ wanted, access: spec.access })));
  const found = rows.map(({ wanted }) => http?.routes.find(({ key }) => key === wanted));
  expect(found.filter((route) => route === undefined)).toEqual([]);
  expect(http?.routes).toHaveLength(rows.length);
  expect(found.map((route) => Boolean(route?.authorizer))).toEqual(rows.map(({ access }) => access !== 'anyone'));
});

/** The clients whose tokens open the API: the third one only proves passwords and never gets tokens. */
const sessionClients = () =>
  plan.clients.filter(({ properties }) => !String(properties['ExplicitAuthFlows']).includes('ADMIN'));

test('the authorizer knows the issuer and the two clients of the pool that give sessions', () => {
  const jwt = apis.flatMap(({ routes }) => routes).find(({ authorizer }) => authorizer?.JwtConfiguration)?.authorizer;
  expect(jwt?.JwtConfiguration?.Issuer).toBe('https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_LOCAL0001');
  expect(jwt?.JwtConfiguration?.Audience.toSorted()).toEqual(
    sessionClients()
      .map(({ id }) => id)
      .toSorted(),
  );
  expect([sessionClients().length, plan.clients.length]).toEqual([2, 3]);
});

test('the paths of the site have the same origins as on AWS', () => {
  const [http, socket] = ['HTTP', 'WEBSOCKET'].map((protocol) => apis.find((api) => api.protocol === protocol)?.id);
  expect(behaviourOf('/api/me')?.origin.host).toMatch(new RegExp(`^${http}\\.`));
  expect(behaviourOf('/ws')?.origin.host).toMatch(new RegExp(`^${socket}\\.`));
  expect(behaviourOf('/ws/@connections')).toBe(behaviours.at(-1));
  expect(behaviourOf('/media/u1')?.origin.host).toContain('media');
  expect(behaviourOf('/api/me')).toMatchObject({ forwardsViewer: true, cache: undefined });
  expect(behaviourOf('/api/me')?.origin.headers).toEqual({ 'x-origin-secret': 's3cret' });
});

test('public searches are cached by the names of the contract and get nothing of the visitor', () => {
  const behaviour = behaviourOf('/api/public/parcels');
  expect(behaviour).toMatchObject({ forwardsViewer: false, methods: ['GET', 'HEAD'], cache: { maxSeconds: 60 } });
  expect(behaviour?.cache?.query).toContain('fromCountry');
});

test('no failure of the origin is cached, and what is shown of errors is what the distribution says', () => {
  const { cache } = behaviourOf('/api/public/parcels') ?? {};
  expect([...(cache?.errorSeconds ?? [])]).toEqual([500, 502, 503, 504].map((status) => [status, 0]));
});

test('the stream has two readers, the quarantine notifies the scanner, queues feed the mailer and the notes of refused mails, and six jobs run by the clock', () => {
  const [table] = plan.tables;
  const readers = plan.mappings.filter(({ EventSourceArn }) =>
    EventSourceArn.includes(`:table/${table?.name}/stream/`),
  );
  expect(readers.map(({ FunctionName }) => FunctionName).toSorted()).toEqual(['dispatcher', 'projector']);
  const told = plan.notifications.flatMap(({ queues }) => queues.map(({ QueueArn }) => QueueArn));
  const fed = plan.mappings.filter(({ EventSourceArn }) => told.includes(EventSourceArn));
  expect(fed.map(({ FunctionName }) => FunctionName)).toEqual(['scanner']);
  const ofMails = plan.mappings.filter(({ EventSourceArn }) =>
    EventSourceArn.endsWith(':Envoyage-dev-Live-MailsWaiting'),
  );
  expect(ofMails.map(({ FunctionName }) => FunctionName)).toEqual(['mailer']);
  const [rule] = plan.rules;
  expect(plan.rules).toHaveLength(1);
  expect(JSON.parse(rule?.pattern ?? '')).toEqual({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: { mail: { tags: { 'ses:configuration-set': [plan.mailEvents[0]?.configurationSet] } } },
  });
  const ofRefusals = plan.mappings.filter(({ EventSourceArn }) => rule?.targets.includes(EventSourceArn));
  expect(ofRefusals.map(({ FunctionName }) => FunctionName)).toEqual(['mail-refusals']);
  expect(plan.mailEvents.map(({ types }) => types)).toEqual([['bounce', 'complaint']]);
  expect(plan.schedules.map(({ targets }) => targets.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('each API is throttled by its own rate', () => {
  expect(Object.fromEntries(apis.map(({ protocol, throttle }) => [protocol, throttle]))).toEqual({
    HTTP: { rate: 2000, burst: 4000 },
    WEBSOCKET: { rate: 500, burst: 1000 },
  });
});

test('each schedule may start its function, and its own queue keeps an event that does not get there', () => {
  const access = openAccess(readAccessRules(assembly, ids, resolve), () => {});
  for (const { name, arn, targets } of plan.schedules)
    for (const { Arn, DeadLetterConfig } of targets) {
      expect([name, mayStart(access, arn, Arn), mayForward(access, arn, DeadLetterConfig?.Arn ?? '')]).toEqual([
        name,
        true,
        true,
      ]);
      expect([name, mayStart(access, `${arn}x`, Arn)]).toEqual([name, false]);
    }
});

test('a job that fails is called twice more, and queues hide a failed message as long as the templates say', () => {
  expect(new Set(plan.functions.map(({ asyncRules }) => asyncRules.retries))).toEqual(new Set([2]));
  const seconds = Object.fromEntries(plan.queues.map(({ arn, visibilitySeconds }) => [arn, visibilitySeconds]));
  const fed = plan.mappings.flatMap(({ EventSourceArn, FunctionName }) => {
    const hidden = seconds[EventSourceArn];
    return hidden === undefined ? [] : [[FunctionName, hidden]];
  });
  expect(Object.fromEntries(fed)).toEqual({ scanner: 30, mailer: 40, notifier: 90, 'mail-refusals': 60 });
  // Lambda refuses a mapping otherwise.
  const mayTake = Object.fromEntries(plan.functions.map(({ name, timeoutSeconds }) => [name, timeoutSeconds]));
  expect(fed.filter(([name = '', hidden = 0]) => (mayTake[name] ?? 0) > Number(hidden))).toEqual([]);
});

test.each(['projector', 'dispatcher'])('a database that is away for a minute costs the %s no change', async (name) => {
  const mapping = plan.mappings.find(({ FunctionName }) => FunctionName === name);
  const changes = Array.from({ length: mapping?.BatchSize ?? 0 }, (_, number) => String(number));
  const [applied, givenUp]: [string[], string[]] = [[], []];
  let now = 0;
  await deliver(changes, {
    rules: { bisect: true, retries: mapping?.MaximumRetryAttempts ?? 0, reportsFailures: true },
    invoke: async (batch) => {
      const failed = now < 60_000 ? batch : [];
      if (failed.length === 0) applied.push(...batch);
      return { ok: true, result: { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) } };
    },
    idOf: (change) => change,
    giveUp: async (records) => void givenUp.push(...records),
    pause: async (failures) => {
      now += pauseAfter(failures);
    },
  });
  expect([applied, givenUp]).toEqual([changes, []]);
});

test('the site knows the pool and the clients that give sessions, and the functions know the site', () => {
  const { siteConfig } = plan;
  expect(siteConfig).toMatchObject({ userPoolId: 'eu-west-3_LOCAL0001', region: 'eu-west-3' });
  const told = [siteConfig['userPoolClientId'], siteConfig['userPoolShortClientId']];
  expect(new Set(told)).toEqual(new Set(sessionClients().map(({ id }) => id)));
  const passwordClient = plan.clients.find((client) => !sessionClients().includes(client));
  expect(plan.parameters).toEqual({
    '/envoyage/dev/site-url': expect.stringMatching(/^https:\/\/\w+\.cloudfront\.net$/),
    '/envoyage/dev/proof-client': passwordClient?.id,
  });
});

test('the root administrator is the only custom resource that runs here', () => {
  expect(plan.customResources.map(({ type }) => type)).toEqual(['Custom::RootAdmin']);
});

test('no deployment has the pages and faults of this machine', () => {
  const site = behaviours.at(-1);
  for (const path of ['/__local/', '/__local/faults']) expect(behaviourOf(path), path).toBe(site);
  expect(apis.flatMap(({ routes }) => routes).filter(({ key }) => key.includes('__local'))).toEqual([]);
  const shipped = globSync('{shared,functions,web}/**/*.{ts,tsx}');
  expect(shipped.filter((file) => readFileSync(file, 'utf8').includes('__local'))).toEqual([]);
});
