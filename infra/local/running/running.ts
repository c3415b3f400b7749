import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { passwordProven } from '#functions/platform/aws/password-proven.ts';
import type { SecretOf } from '#infra/local/assembly/intrinsics.ts';
import type { LocalPlan } from '#infra/local/assembly/plan.ts';
import { createTables, runCustomResources } from '#infra/local/assembly/provision.ts';
import type { Clock } from '#infra/local/clock.ts';
import { startSocketManagement } from '#infra/local/compute/socket-gateway.ts';
import { startWorkers, type Workers } from '#infra/local/compute/workers.ts';
import { startExpiry } from '#infra/local/database/expiry.ts';
import { databaseControl } from '#infra/local/database/faults.ts';
import { openDevPage } from '#infra/local/dev-page/dev-page.ts';
import { localRoutes } from '#infra/local/dev-page/local-routes.ts';
import { openRows } from '#infra/local/dev-page/rows.ts';
import type { FrontServer } from '#infra/local/edge/front-server.ts';
import { site } from '#infra/local/edge/front-server.ts';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';
import type { DynamoDb } from '#infra/local/emulators/dynamodb.ts';
import { type Services, startServices } from '#infra/local/emulators/services.ts';
import { startAsyncCalls } from '#infra/local/events/async-calls.ts';
import { startEventSources } from '#infra/local/events/event-sources.ts';
import { starter } from '#infra/local/events/schedules.ts';
import { type Access, openAccess } from '#infra/local/iam/access.ts';
import { type GuardedTable, openGuards } from '#infra/local/iam/guards.ts';
import { mayLog, mayReport } from '#infra/local/iam/poller-rights.ts';
import { assemblyFolder, type Progress } from '#infra/local/prepare.ts';
import type { Seed } from '#infra/local/seed/demo.ts';
import type { LocalSettings } from '#infra/local/settings.ts';
import { writeLocalTable } from '#infra/local/settings.ts';
import { openFront, openSwitches, readTemplates, type Switches, withLocalAddresses } from './front.ts';

export interface StackOptions {
  settings: LocalSettings;
  frontServer: FrontServer;
  progress: Progress;
  env: NodeJS.ProcessEnv;
  pages: Parameters<typeof site>[0]['pages'];
  reset: () => Promise<void>;
  report: (line: string) => void;
  seed?: Seed;
}

export interface Base {
  dynamoDb: string;
  database: DynamoDb | undefined;
  clock: Clock;
  /** The started parts, which end with the product, the last one first. */
  closing: (() => Promise<void> | void)[];
}

const Secrets = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * Secrets Manager's part of a deployment: the versions of each secret, the newest last. The first is generated and
 * kept; a rotation adds to the file.
 */
function openSecrets(file: string): SecretOf {
  return (arn, versionId) => {
    const secrets = z.parse(Secrets, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    const versions = secrets[arn] ?? {};
    const known = versionId ? versions[versionId] : Object.values(versions).at(-1);
    if (known) return known;
    if (versionId) throw new Error(`The secret ${arn} has no version ${versionId}.`);
    const made = randomBytes(24).toString('hex');
    writeAtomically(file, JSON.stringify({ ...secrets, [arn]: { v1: made } }));
    return made;
  };
}

interface Parts {
  plan: LocalPlan;
  access: Access;
  guarded: GuardedTable | undefined;
  services: Services;
  workers: Workers;
  sources: ReturnType<typeof startEventSources>;
  front: ReturnType<typeof openFront>;
  subscribeFrom: Switches['subscribeFrom'];
  update: (stack: string, folder: string) => void;
}

function openSite({ settings, frontServer, reset, pages }: StackOptions, base: Base, parts: Parts): void {
  const { dynamoDb, database, clock, closing } = base;
  const { plan, access, guarded, services, workers, sources, front, subscribeFrom, update } = parts;
  const { dataFolder } = settings;
  const { ses } = services;
  const [table] = plan.tables;
  if (!table) throw new Error('The assembly has no table.');
  const rows = openRows(table, dynamoDb, plan.region);
  closing.push(() => rows.close());
  const control = guarded && database && databaseControl(database, guarded.faults);
  const devPage = openDevPage({
    clock,
    database: control,
    ses,
    functions: workers.state,
    lags: sources.lags,
    logFolder: join(dataFolder, 'logs'),
    table,
    rows: (query) => rows.read(query),
    peaks: () => ({ written: guarded?.writes.peaks() ?? [], read: guarded?.reads.peaks() ?? [] }),
  });
  const { kill } = workers;
  const routes = {
    dataFolder,
    clock,
    ses,
    push: services.push,
    database: control,
    access,
    devPage,
    kill,
    subscribeFrom,
    update,
    reset,
  };
  const config = z.parse(
    z.record(z.string(), z.unknown()),
    JSON.parse(withLocalAddresses(JSON.stringify(plan.siteConfig), services)),
  );
  frontServer.use(
    site({
      edge: front.edge,
      sockets: front.sockets,
      localRoutes: localRoutes(routes),
      config: { ...config, userPoolEndpoint: services.cognito },
      pages,
    }),
  );
}

/**
 * Starts the parts of the product, each after what it needs.
 *
 * - templates: the addresses of the site and of the socket management.
 * - guards: the rights that the templates give.
 * - services, functions: each other. The first call comes when both exist.
 * - tables, expiry: the database.
 * - event sources, asynchronous calls: functions, tables, services.
 * - front: functions, services, the distribution.
 * - site: all of them.
 */
export async function startRunning(options: StackOptions, base: Base) {
  const { settings, frontServer, report } = options;
  const { clock, closing, dynamoDb } = base;
  const { dataFolder } = settings;
  const parts = await startCore(options, base);
  const { plan, guarded, access, services, workers, switches } = parts;
  const { region } = plan;
  if (!settings.limits) switches.limit(false);

  await createTables(plan.tables, dynamoDb, region);
  for (const { name } of plan.tables) writeLocalTable(dataFolder, { endpoint: dynamoDb, region, name });
  const everySeconds = settings.waits.expiry;
  const expiry =
    base.database && startExpiry({ tables: plan.tables, endpoint: dynamoDb, region, now: clock.now, everySeconds });
  closing.push(() => expiry?.close());
  const { invoke } = workers;
  const hiddenAtMost = settings.waits.visibility;
  const removedBy = expiry?.removedBy;
  const sources = startEventSources({ ...parts, dynamoDb, dataFolder, clock, hiddenAtMost, invoke, removedBy, report });
  parts.connect(sources);
  closing.push(() => sources.close());
  const calls = startAsyncCalls({
    functions: plan.functions,
    waitAtMost: settings.waits.retry,
    invoke,
    tell: (functionRef, queueArn, body) => {
      if (mayReport(access, functionRef, queueArn)) sources.sent(queueArn, body);
    },
    report,
  });
  closing.push(() => calls.close());
  const stateFile = join(dataFolder, 'custom-resources.json');
  await runCustomResources(plan.customResources, { invoke, stateFile });

  const { handshake } = settings.waits;
  const { limited, limit, subscribeFrom } = switches;
  const front = openFront({ ...parts, siteOrigin: frontServer.origin, clock, invoke, limited, handshake });
  parts.accept(front.sockets);
  closing.push(() => front.sockets.close());
  const update = (stack: string, folder: string) => {
    const next = parts.read(folder);
    workers.update(next.plan.functions.filter((spec) => spec.stack === stack));
    if (stack === next.distributionStack) front.update(next.behaviours);
  };
  openSite(options, base, { plan, access, guarded, services, workers, sources, front, subscribeFrom, update });

  const start = starter({
    access,
    call: (functionRef, event) => calls.call(functionRef, event),
    send: (queueArn, body) => sources.sent(queueArn, body),
  });
  return { plan, workers, limit, subscribeFrom, start };
}

type Sources = ReturnType<typeof startEventSources>;
type Sockets = ReturnType<typeof openFront>['sockets'];

/** Services and functions, with the guards between them. Events and open sockets reach them once they are connected. */
async function startCore(
  { settings, frontServer, env, report }: StackOptions,
  { dynamoDb, database, clock, closing }: Base,
) {
  const { dataFolder } = settings;
  let events: Sources | undefined;
  let sockets: Sockets | undefined;
  const sources = () => {
    if (!events) throw new Error('A service was called before the event sources exist.');
    return events;
  };
  const management = await startSocketManagement(
    () => sockets,
    (...call) => guards.connections(...call),
  );
  closing.push(() => management.close());
  const addresses = { site: frontServer.origin, sockets: management.endpoint };
  const secretOf = openSecrets(join(dataFolder, 'secret-versions.json'));
  const read = (folder: string) => readTemplates(folder, secretOf, addresses);
  const { accessRules, ...templates } = read(assemblyFolder);
  const { plan } = templates;
  const access = openAccess(accessRules, report);
  const guards = openGuards(plan, access);
  // A database that is not of this stack decides itself who may do what.
  const guarded = database && (await guards.dynamoDb(dynamoDb, report));
  closing.push(() => guarded?.close());

  const switches = openSwitches((environment) => workers.setEnvironment(environment));
  const services = await startServices({
    plan,
    dataFolder,
    clock,
    env,
    dynamoDb: guarded?.endpoint ?? dynamoDb,
    guards,
    limited: switches.limited,
    invoke: (functionRef, event) => workers.invoke(functionRef, event),
    onObjectCreated: (event) => sources().objectCreated(event),
    onMessage: (...message) => sources().sent(...message),
    onHide: (...message) => sources().hidden(...message),
    onEvent: (event) => sources().published(event),
  });
  closing.push(() => services.close());
  const workers = startWorkers({
    functions: plan.functions,
    region: plan.region,
    clock,
    logFolder: join(dataFolder, 'logs'),
    environment: services.environment,
    oneCallEach: settings.oneCallEach,
    mayLog: (spec) => mayLog(access, spec, plan.region),
    // The trigger answers so when a password was right.
    report: (line) => line.includes(passwordProven) || report(line),
    onDone: () => sources().wake(),
  });
  closing.push(() => workers.close());
  return {
    ...templates,
    read,
    access,
    guarded,
    services,
    workers,
    switches,
    connect: (started: Sources) => {
      events = started;
    },
    accept: (opened: Sockets) => {
      sockets = opened;
    },
  };
}
