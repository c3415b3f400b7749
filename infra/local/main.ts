import { mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { createServer } from 'vite';
import { buildFunctions } from '#infra/build/functions.ts';
import { sharePicturesPlugin } from '#infra/build/share-pictures.ts';
import { operatorVariables } from '#infra/build/site.ts';
import { readSettings } from '#infra/config.ts';
import { startFrontServer } from '#infra/local/edge/front-server.ts';
import { seed, seedAdministrator } from '#infra/local/seed/main.ts';
import { type Clock, openClock } from './clock.ts';
import { type DynamoDb, startDynamoDb } from './emulators/dynamodb.ts';
import { runSchedules, startSchedules } from './events/schedules.ts';
import { forget, type Progress, prepare, printProgress } from './prepare.ts';
import { type Base, type StackOptions, startRunning } from './running/running.ts';
import { readDemo, writeDemo } from './seed/demo.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';

interface DevServer {
  pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  close(): Promise<void>;
}

/** `npm run dev`: pages from the sources with hot reload, and functions built again at each change. */
async function startDevServer(server: Server, onFunctionsBuilt: () => void): Promise<DevServer> {
  Object.assign(process.env, operatorVariables(readSettings()));
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    plugins: [sharePicturesPlugin],
    appType: 'spa',
    server: { middlewareMode: true, ws: { server } },
  });
  forget('functions');
  const built = Promise.withResolvers<void>();
  const onBuilt = () => {
    onFunctionsBuilt();
    built.resolve();
  };
  const functions = await buildFunctions({ watch: { onBuilt } });
  // The watch first empties the folder: functions exist again after the first build.
  await built.promise;
  return {
    pages: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve);
        vite.middlewares(request, response, (error: unknown) => {
          if (error) reject(error);
          else response.writeHead(404).end();
        });
      }),
    async close() {
      await Promise.all([vite.close(), functions.stop()]);
    },
  };
}

/** `npm start`: the whole product on this machine. When it is ready, a parent process gets the message `{ origin }`. */
const started = performance.now();
const print = (line: string) => console.log(line);
const settings = settingsOrLeave();
mkdirSync(settings.dataFolder, { recursive: true });

const frontServer = await startFrontServer(settings.port).catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  print(
    taken
      ? `Port ${settings.port} is in use: stop what listens there, or choose another one with PORT=…`
      : error.message,
  );
  process.exit(1);
});
print('Starting. The first start builds everything, which takes a few minutes; later ones take seconds.');
let stack: LocalStack | undefined;
let dev: DevServer | undefined;
const start = () =>
  startStack({
    settings,
    frontServer,
    progress: printProgress(print),
    env: process.env,
    pages: settings.dev ? async (request, response) => dev?.pages(request, response) : undefined,
    reset,
    report: (line) => print(`  ! ${line}`),
    seed: settings.demo ? seed : seedAdministrator,
  });

async function reset(): Promise<void> {
  await stack?.close();
  rmSync(settings.dataFolder, { recursive: true, force: true });
  mkdirSync(settings.dataFolder, { recursive: true });
  stack = await start();
}

function settingsOrLeave(): LocalSettings {
  try {
    return readLocalSettings(process.env, process.argv.slice(2));
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stack?.close();
  await dev?.close();
  await frontServer.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());

try {
  stack = await start();
  if (settings.dev) dev = await startDevServer(frontServer.server, () => stack?.refresh());
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
printReady();
process.send?.({ origin: frontServer.origin });

function printReady(): void {
  const data = relative('.', settings.dataFolder) || '.';
  const demo = readDemo(settings.dataFolder);
  const members = demo?.members.map(({ email, password, note }) => `    ${email}  ${password}  ${note}`) ?? [];
  print(
    [
      '',
      `Ready in ${((performance.now() - started) / 1000).toFixed(1)} s`,
      `  Site           ${frontServer.origin}`,
      `  Inbox          ${frontServer.origin}/__local/inbox`,
      `  Developers     ${frontServer.origin}/__local/  (clock, faults, functions, rows)`,
      ...(demo
        ? [
            `  Administrator  ${demo.admin.email}  ${demo.admin.password}  (the code of the second step: on the inbox page)`,
            '  Members',
            ...members,
          ]
        : []),
      `  Data and logs  ${data}/ (npm run reset empties it; functions log to ${join(data, 'logs')}/)`,
      '  Stop           Ctrl+C',
    ].join('\n'),
  );
}

interface LocalStack {
  refresh: () => void;
  close: () => Promise<void>;
}

/**
 * Builds what is missing, reads the assembly, creates its resources on this machine, and connects them.
 * All data that outlives the process is below the data folder.
 */
async function startStack(options: StackOptions): Promise<LocalStack> {
  const { settings, frontServer, progress, env, report } = options;
  const { dataFolder } = settings;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    frontServer.use(undefined);
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

async function startDatabase(dataFolder: string, progress: Progress, closing: Base['closing']): Promise<DynamoDb> {
  const database = await progress.step('database', () => startDynamoDb({ dir: join(dataFolder, 'dynamodb') }));
  closing.push(() => database.close());
  return database;
}

async function seedOnce(
  { settings, frontServer, progress, seed }: StackOptions,
  clock: Clock,
  { plan, workers, limit }: Awaited<ReturnType<typeof startRunning>>,
): Promise<void> {
  if (!seed || readDemo(settings.dataFolder)) return;
  limit(false);
  const accounts = await progress.step('demo data', () =>
    seed({ siteUrl: frontServer.origin, env: workers.environment, clock, log: progress.note }),
  );
  // Runs the daily jobs of the past weeks, each of which looks back on one week; others make up for one absence.
  const daily = plan.schedules.filter(({ expression }) => expression.startsWith('cron'));
  for (const weeksAgo of settings.demo ? [4, 3, 2, 1, 0] : []) {
    await clock.set(-weeksAgo * 7 * 86_400);
    await runSchedules(weeksAgo === 0 ? plan.schedules : daily, { clock, invoke: workers.invoke });
  }
  limit(settings.limits);
  writeDemo(settings.dataFolder, accounts);
}
