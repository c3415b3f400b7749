import { join } from 'node:path';
import { runCustomResources } from '../assembly/custom-resources.ts';
import { createTables } from '../assembly/provision.ts';
import { openSecrets } from '../assembly/secrets.ts';
import { startSocketManagement } from '../compute/socket-management.ts';
import { startWorkers } from '../compute/workers.ts';
import { startExpiry } from '../database/expiry.ts';
import { startServices } from '../emulators/services.ts';
import { startAsyncCalls } from '../events/async-calls.ts';
import { startEventSources } from '../events/event-sources.ts';
import { starter } from '../events/schedules.ts';
import { openAccess } from '../iam/access.ts';
import { openGuards } from '../iam/guards.ts';
import { mayLog, mayReport } from '../iam/poller-rights.ts';
import { writeLocalTable } from '../table-address.ts';
import { openFront } from './front.ts';
import type { Base, StackOptions } from './options.ts';
import { openSite } from './site.ts';
import { openSwitches } from './switches.ts';
import { readTemplates } from './templates.ts';

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
  const { settings, gateway, report } = options;
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
  const front = openFront({ ...parts, siteOrigin: gateway.origin, clock, invoke, limited, handshake });
  parts.accept(front.sockets);
  closing.push(() => front.sockets.close());
  openSite(options, base, { plan, access, guarded, services, workers, sources, front, subscribeFrom });

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
  { settings, gateway, env, report }: StackOptions,
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
  const addresses = { site: gateway.origin, sockets: management.endpoint };
  const { accessRules, ...templates } = readTemplates(openSecrets(join(dataFolder, 'secrets.json')), addresses);
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
    report,
    onDone: () => sources().wake(),
  });
  closing.push(() => workers.close());
  return {
    ...templates,
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
