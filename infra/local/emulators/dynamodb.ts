import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;

export type DynamoDb = {
  endpoint: string;
  /** Stops the engine and keeps its port, as an outage would. */
  stop(): Promise<void>;
  /** Starts it again on the same port; data are still there when it was given a directory. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts DynamoDB Local, AWS's own engine (Java 17 or newer), and waits until it answers.
 * With `dir` the data live there for whoever calls, and survive a restart; without it they live in memory, and each
 * access key has a database of its own.
 */
export async function startDynamoDb(options: { dir?: string; port?: number } = {}): Promise<DynamoDb> {
  const port = options.port ?? (await freePort());
  const endpoint = `http://127.0.0.1:${port}`;
  let engine: ChildProcess | undefined;

  const killNow = () => engine?.kill('SIGKILL');
  const start = async () => {
    engine = spawn('java', engineArguments(port, options.dir), { stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(engine, endpoint);
  };
  const stop = async () => {
    const running = engine;
    engine = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill();
    await once(running, 'exit');
  };

  process.once('exit', killNow);
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    endpoint,
    stop,
    restart: async () => {
      await stop();
      await start();
    },
    close: async () => {
      process.off('exit', killNow);
      await stop();
    },
  };
}

function engineArguments(port: number, dir: string | undefined): string[] {
  const simulator = createRequire(import.meta.url).resolve('amplify-dynamodb-simulator/package.json');
  const home = join(dirname(simulator), 'emulator');
  if (dir) mkdirSync(dir, { recursive: true });
  return [
    `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
    '-Xmx256m',
    '-XX:+UseSerialGC',
    // The first compiler only: half the time to start, and no slower in runs as short as ours.
    '-XX:TieredStopAtLevel=1',
    '-jar',
    join(home, 'DynamoDBLocal.jar'),
    ...(dir ? ['-dbPath', resolve(dir), '-sharedDb'] : ['-inMemory']),
    '-disableTelemetry',
    '-port',
    String(port),
  ];
}

/** Any answer will do: DynamoDB refuses an unsigned GET, but it does answer. */
async function untilReady(engine: ChildProcess, endpoint: string): Promise<void> {
  let complaints = '';
  let failure: Error | undefined;
  engine.stderr?.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-2000);
  });
  engine.once('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'ENOENT' ? new Error('DynamoDB Local needs Java 17 or newer: no "java" was found') : error;
  });
  engine.once('exit', (code) => {
    failure ??= new Error(`DynamoDB Local ended with code ${code}: ${complaints.trim()}`);
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (failure) throw failure;
    const answered = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(50);
  }
  throw new Error(`DynamoDB Local did not answer within ${READY_WITHIN_MS / 1000} s: ${complaints.trim()}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
