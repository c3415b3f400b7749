// `npm start`, `npm run dev`, `npm run reset`. Plain JavaScript for Node 20 or newer: it checks the packages, then
// starts the Node that comes with them.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== '--dev' && flag !== '--reset');
const port = process.env.PORT ?? '4000';

if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
  console.error(`PORT=${port} is not a port: choose a number from 1 to 65535.`);
  process.exitCode = 1;
} else if (unknown) {
  console.error(`${unknown} is not known here: --dev or --reset.`);
  process.exitCode = 1;
} else if (flags.includes('--reset')) {
  await reset();
} else {
  await import('./ensure.mjs');
  start();
}

function start() {
  const packaged = 'node_modules/.bin/node';
  const stack = spawn(existsSync(packaged) ? packaged : process.execPath, ['infra/local/main.ts', ...flags], {
    stdio: 'inherit',
    env: { ...process.env, TZ: 'UTC', NODE_COMPILE_CACHE: `${process.cwd()}/dist/compiled` },
  });
  // Ctrl+C reaches both processes; this one waits for the other to clean up.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => stack.kill());
  stack.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** A running stack restarts with empty data; otherwise the data is deleted. */
async function reset() {
  const site = `http://127.0.0.1:${port}`;
  const running = await fetch(`${site}/__local/reset`, { method: 'POST' }).catch(() => undefined);
  if (running?.ok) {
    console.log(`The data of ${site} are as at the first start.`);
    return;
  }
  const folder = process.env.DATA_DIR ?? '.local';
  rmSync(folder, { recursive: true, force: true });
  console.log(`${folder} is empty; npm start fills it again.`);
}
