import { mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { createServer } from 'vite';
import { buildFunctions } from '#infra/build/functions.ts';
import { sharePicturesPlugin } from '#infra/build/share-pictures.ts';
import { operatorVariables } from '#infra/build/site.ts';
import { readSettings } from '#infra/config.ts';
import { startGateway } from '#infra/local/edge/gateway.ts';
import { readDemo } from '#infra/local/seed/demo.ts';
import { seed, seedAdministrator } from '#infra/local/seed/main.ts';
import { forget, printProgress } from './prepare.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';
import { type LocalStack, startStack } from './stack.ts';

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

const gateway = await startGateway(settings.port).catch((error: NodeJS.ErrnoException) => {
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
    gateway,
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
  await gateway.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());

try {
  stack = await start();
  if (settings.dev) dev = await startDevServer(gateway.server, () => stack?.refresh());
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
printReady();
process.send?.({ origin: gateway.origin });

function printReady(): void {
  const data = relative('.', settings.dataFolder) || '.';
  const demo = readDemo(settings.dataFolder);
  const members = demo?.members.map(({ email, password, note }) => `    ${email}  ${password}  ${note}`) ?? [];
  print(
    [
      '',
      `Ready in ${((performance.now() - started) / 1000).toFixed(1)} s`,
      `  Site           ${gateway.origin}`,
      `  Inbox          ${gateway.origin}/__local/inbox`,
      `  Developers     ${gateway.origin}/__local/  (clock, faults, functions, rows)`,
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
