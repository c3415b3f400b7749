import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DevServer, startDevServer } from './edge/dev-server.ts';
import { startGateway } from './edge/gateway.ts';
import { printProgress } from './progress.ts';
import { readDemo } from './seed/demo.ts';
import { seed, seedAdministrator } from './seed/main.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';
import { type LocalStack, startStack } from './stack.ts';

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
