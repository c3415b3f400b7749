import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readApis } from './assembly/apis.ts';
import { type Assembly, type Json, readAssembly } from './assembly/assembly.ts';
import { runCustomResources } from './assembly/custom-resources.ts';
import { readDistribution } from './assembly/distribution.ts';
import { resolver } from './assembly/intrinsics.ts';
import { type Identities, identities } from './assembly/physical-ids.ts';
import { readPlan } from './assembly/plan.ts';
import { createTables } from './assembly/provision.ts';
import { openSecrets } from './assembly/secrets.ts';
import { type Clock, openClock } from './clock.ts';
import { httpApi } from './compute/http-api.ts';
import { type SocketGateway, socketGateway } from './compute/socket-gateway.ts';
import { startSocketManagement } from './compute/socket-management.ts';
import { startWorkers } from './compute/workers.ts';
import { databaseControl } from './database/control.ts';
import { startExpiry } from './database/expiry.ts';
import { openDevPage } from './dev-page/dev-page.ts';
import { openRows } from './dev-page/rows.ts';
import { bucketOrigin, siteOrigin } from './edge/bucket-origins.ts';
import { edge, type Origin } from './edge/edge.ts';
import type { Gateway } from './edge/gateway.ts';
import { localRoutes } from './edge/local-routes.ts';
import { site } from './edge/origin.ts';
import { type DynamoDb, startDynamoDb } from './emulators/dynamodb.ts';
import { withLocalAddresses } from './emulators/local-addresses.ts';
import { startServices } from './emulators/services.ts';
import { startAsyncCalls } from './events/async-calls.ts';
import { startEventSources } from './events/event-sources.ts';
import { runSchedules, starter, startSchedules } from './events/schedules.ts';
import { openAccess } from './iam/access.ts';
import { openGuards } from './iam/guards.ts';
import { edgeKey } from './iam/keys.ts';
import { mayLog, mayReport } from './iam/poller-rights.ts';
import { readAccessRules } from './iam/template.ts';
import { assemblyFolder, functionsFolder, placesFolder, prepare, siteFolder } from './prepare.ts';
import type { Progress } from './progress.ts';
import { readDemo, type Seed, writeDemo } from './seed/demo.ts';
import type { LocalSettings } from './settings.ts';
import { writeLocalTable } from './table-address.ts';

export interface LocalStack {
  /** Functions load their bundles again. */
  refresh: () => void;
  close: () => Promise<void>;
}

export interface StackOptions {
  settings: LocalSettings;
  gateway: Gateway;
  progress: Progress;
  env: NodeJS.ProcessEnv;
  pages: Parameters<typeof site>[0]['pages'];
  reset: () => Promise<void>;
  report: (line: string) => void;
  seed?: Seed;
}

/**
 * Builds what is missing, reads the assembly, creates its resources on this machine, and connects them to the gateway.
 * All data that outlives the process is below the data folder.
 */
export async function startStack(options: StackOptions): Promise<LocalStack> {
  const { settings, gateway, progress, env, report } = options;
  const { dataFolder } = settings;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    gateway.use(undefined);
    for (const end of closing.toReversed()) await end();
  };

  try {
    const [database] = await Promise.all([
      env['AWS_ENDPOINT_URL_DYNAMODB'] ? undefined : startDatabase(dataFolder, progress, closing),
      prepare(progress, settings),
    ]);
    const dynamoDb = database?.endpoint ?? env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '';
    const clock = openClock(join(dataFolder, 'clock'));
    const run = await progress.step('services', () => startRunning(options, { dynamoDb, database, clock, closing }));

    await seedOnce(options, clock, run);
    if (settings.subscriptionFrom) run.subscribeFrom(settings.subscriptionFrom);
    const { schedules } = run.plan;
    const running = startSchedules(schedules, { clock, start: run.start });
    closing.push(() => running.close());
    return { refresh: run.workers.refresh, close };
  } catch (error) {
    await close();
    report('The stack could not be started.');
    throw error;
  }
}

interface Base {
  dynamoDb: string;
  database: DynamoDb | undefined;
  clock: Clock;
  closing: (() => Promise<void> | void)[];
}

async function startDatabase(dataFolder: string, progress: Progress, closing: Base['closing']): Promise<DynamoDb> {
  const database = await progress.step('database', () => startDynamoDb({ dir: join(dataFolder, 'dynamodb') }));
  closing.push(() => database.close());
  return database;
}

async function startRunning(options: StackOptions, { dynamoDb, database, clock, closing }: Base) {
  const { settings, gateway, env, report, reset, pages } = options;
  const { dataFolder } = settings;
  const logFolder = join(dataFolder, 'logs');
  const assembly = readAssembly(assemblyFolder);
  const ids = identities(assembly);
  let sockets: SocketGateway | undefined;
  const management = await startSocketManagement(
    () => sockets,
    (...call) => guards.connections(...call),
  );
  closing.push(() => management.close());

  const resolve = resolver(assembly, ids, openSecrets(join(dataFolder, 'secrets.json')), (text) =>
    localise(text, assembly, ids, { site: gateway.origin, sockets: management.endpoint }),
  );
  const plan = readPlan(assembly, ids, resolve, functionsFolder);
  const apis = readApis(assembly, ids, resolve);
  const access = openAccess(readAccessRules(assembly, ids, resolve), report);
  const guards = openGuards(plan, access);
  // A database that is not of this stack decides itself who may do what.
  const guarded = database && (await guards.dynamoDb(dynamoDb, report));
  closing.push(() => guarded?.close());
  let limited = true;

  // Functions need the addresses of services, and services call functions: the first call comes when both exist.
  const services = await startServices({
    plan,
    dataFolder,
    clock,
    env,
    dynamoDb: guarded?.endpoint ?? dynamoDb,
    guards,
    limited: () => limited,
    invoke: (functionRef, event) => workers.invoke(functionRef, event),
    onObjectCreated: (event) => sources.objectCreated(event),
    onMessage: (arn, body) => sources.sent(arn, body),
    onHide: (...message) => sources.hidden(...message),
    onEvent: (event) => sources.published(event),
  });
  closing.push(() => services.close());
  const workers = startWorkers({
    functions: plan.functions,
    region: plan.region,
    clock,
    logFolder,
    environment: services.environment,
    oneCallEach: settings.oneCallEach,
    mayLog: (spec) => mayLog(access, spec, plan.region),
    report,
    onDone: () => sources.wake(),
  });
  closing.push(() => workers.close());
  let subscriptionFrom: string | undefined;
  const apply = () =>
    workers.setEnvironment({
      ...(limited ? {} : { RATE_LIMITS: 'off' }),
      ...(subscriptionFrom === undefined ? {} : { SUBSCRIPTION_FROM: subscriptionFrom }),
    });
  const limit = (on: boolean) => {
    if (on === limited) return;
    limited = on;
    apply();
  };
  /** As a deploy with another `subscriptionFrom` does; an empty text makes the service free. */
  const subscribeFrom = (day: string) => {
    subscriptionFrom = day;
    apply();
  };
  if (!settings.limits) limit(false);

  await createTables(plan.tables, dynamoDb, plan.region);
  for (const { name } of plan.tables) writeLocalTable(dataFolder, { endpoint: dynamoDb, region: plan.region, name });
  const expiry =
    database &&
    startExpiry({
      tables: plan.tables,
      endpoint: dynamoDb,
      region: plan.region,
      now: clock.now,
      everySeconds: settings.waits.expiry,
    });
  closing.push(() => expiry?.close());
  const sources = startEventSources({
    plan,
    access,
    dynamoDb,
    dataFolder,
    clock,
    hiddenAtMost: settings.waits.visibility,
    invoke: workers.invoke,
    removedBy: expiry?.removedBy,
    report,
  });
  closing.push(() => sources.close());
  const calls = startAsyncCalls({
    functions: plan.functions,
    waitAtMost: settings.waits.retry,
    invoke: workers.invoke,
    tell: (functionRef, queueArn, body) => {
      if (mayReport(access, functionRef, queueArn)) sources.sent(queueArn, body);
    },
    report,
  });
  closing.push(() => calls.close());
  await runCustomResources(plan.customResources, {
    invoke: workers.invoke,
    stateFile: join(dataFolder, 'custom-resources.json'),
  });

  const addresses = { cognito: services.cognito, s3: services.s3 };
  const behaviours = readDistribution(assembly, ids, resolve).map((behaviour) => ({
    ...behaviour,
    responseHeaders: Object.fromEntries(
      Object.entries(behaviour.responseHeaders).map(([name, text]) => [name, withLocalAddresses(text, addresses)]),
    ),
  }));
  const originOf = (host: string): Origin => {
    const [name = ''] = host.split('.');
    const api = apis.find(({ id }) => id === name);
    if (api?.protocol === 'WEBSOCKET') {
      sockets ??= socketGateway(api, {
        invoke: workers.invoke,
        clock,
        region: plan.region,
        limited: () => limited,
        handshake: () => wait(settings.waits.handshake),
      });
      return { kind: 'socket' };
    }
    if (api) {
      const { jwks } = services;
      return { kind: 'api', send: httpApi(api, { invoke: workers.invoke, jwks, clock, limited: () => limited }) };
    }
    const isSite = host === behaviours.at(-1)?.originHost;
    return {
      kind: 'bucket',
      get: isSite
        ? siteOrigin(gateway.origin, siteFolder, placesFolder)
        : bucketOrigin(name, services.s3, plan.region, edgeKey),
    };
  };
  const front = edge(behaviours, originOf);
  if (!sockets) throw new Error('The distribution leads to no WebSocket API.');
  closing.push(() => sockets?.close());

  const config = JSON.parse(withLocalAddresses(JSON.stringify(plan.siteConfig), addresses));
  const control = guarded && database && databaseControl(database, guarded.faults);
  const [table] = plan.tables;
  if (!table) throw new Error('The assembly has no table.');
  const rows = openRows(table, dynamoDb, plan.region);
  closing.push(() => rows.close());
  const devPage = openDevPage({
    clock,
    database: control,
    ses: services.ses,
    functions: workers.state,
    lags: sources.lags,
    logFolder,
    table,
    rows: (query) => rows.read(query),
    peaks: () => ({ written: guarded?.writes.peaks() ?? [], read: guarded?.reads.peaks() ?? [] }),
  });
  gateway.use(
    site({
      edge: front,
      sockets,
      localRoutes: localRoutes({
        dataFolder,
        clock,
        ses: services.ses,
        database: control,
        access,
        devPage,
        kill: workers.kill,
        subscribeFrom,
        reset,
      }),
      config: { ...z.parse(z.record(z.string(), z.unknown()), config), userPoolEndpoint: services.cognito },
      pages,
    }),
  );
  return {
    plan,
    workers,
    limit,
    subscribeFrom,
    start: starter({
      access,
      call: (functionRef, event) => calls.call(functionRef, event),
      send: (queueArn, body) => sources.sent(queueArn, body),
    }),
  };
}

/**
 * Addresses of AWS in a resolved text: the distribution and its names become the gateway, the socket's own address
 * ours.
 */
function localise(text: string, assembly: Assembly, ids: Identities, to: { site: string; sockets: string }): string {
  return assembly.resources.reduce((changed, resource) => {
    if (resource.type === 'AWS::CloudFront::Distribution') {
      const names = [ids.attribute(resource, 'DomainName'), ...aliasesOf(resource.properties['DistributionConfig'])];
      return [...names, '*.cloudfront.net'].reduce(
        (result, name) => result.replaceAll(`https://${name}`, to.site),
        changed,
      );
    }
    if (resource.type === 'AWS::ApiGatewayV2::Api' && resource.properties['ProtocolType'] === 'WEBSOCKET') {
      return changed.replaceAll(ids.attribute(resource, 'ApiEndpoint'), to.sockets);
    }
    return changed;
  }, text);
}

function aliasesOf(config: Json | undefined): string[] {
  return z.safeParse(z.object({ Aliases: z.array(z.string()) }), config).data?.Aliases ?? [];
}

const weekSeconds = 7 * 86_400;

async function seedOnce(
  { settings, gateway, progress, seed }: StackOptions,
  clock: Clock,
  { plan, workers, limit }: Awaited<ReturnType<typeof startRunning>>,
): Promise<void> {
  if (!seed || readDemo(settings.dataFolder)) return;
  limit(false);
  const accounts = await progress.step('demo data', () =>
    seed({ siteUrl: gateway.origin, env: workers.environment, clock, log: progress.note }),
  );
  // Runs the daily jobs of the past weeks: each looks back on one week.
  for (const weeksAgo of settings.demo ? [4, 3, 2, 1, 0] : []) {
    await clock.set(-weeksAgo * weekSeconds);
    await runSchedules(plan.schedules, { clock, invoke: workers.invoke });
  }
  limit(settings.limits);
  writeDemo(settings.dataFolder, accounts);
}
