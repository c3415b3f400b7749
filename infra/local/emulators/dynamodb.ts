import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A free port of this machine. Another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const readyWithinMs = 60_000;

export type DynamoDb = Awaited<ReturnType<typeof startDynamoDb>>;

/**
 * Starts DynamoDB Local, AWS's own engine (Java 17 or newer), and waits until it answers. It ends with this process,
 * even if that is killed. With `dir` the data is stored there for all access keys, survives a restart, and belongs to
 * one engine at a time. Without it the data is in memory, and each access key has its own database.
 */
export async function startDynamoDb(options: { dir?: string; port?: number } = {}) {
  const port = options.port ?? (await freePort());
  const endpoint = `http://127.0.0.1:${port}`;
  let engine: ChildProcess | undefined;

  const start = async () => {
    engine = spawn(process.execPath, [keeper, ...lockOf(options.dir), 'java', ...engineArguments(port, options.dir)], {
      // The keeper ends the engine when this pipe closes, so it also ends after a crash of this process.
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    await untilReady(engine, endpoint);
  };
  const end = async (by: (keeper: ChildProcess) => void) => {
    const running = engine;
    engine = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    by(running);
    await once(running, 'exit');
  };
  const stop = () => end((keeper) => keeper.kill());

  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    endpoint,
    /** Stops the engine and keeps its port, as an outage would. */
    stop,
    // The keeper kills the engine when its pipe closes.
    /** Ends the engine as `kill -9` does, and keeps its port. */
    kill: () => end(({ stdin }) => stdin?.end()),
    /** Starts it again on the same port; with a directory the data is still there. */
    restart: async () => {
      await stop();
      await start();
    },
    close: stop,
  };
}

const keeper = fileURLToPath(new URL('database-keeper.ts', import.meta.url));

function lockOf(dir: string | undefined): [string] {
  if (!dir) return ['-'];
  mkdirSync(dir, { recursive: true });
  return [resolve(dir, 'in-use.lock')];
}

function engineArguments(port: number, dir: string | undefined): string[] {
  const simulator = createRequire(import.meta.url).resolve('amplify-dynamodb-simulator/package.json');
  const home = join(dirname(simulator), 'emulator');
  return [
    `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
    // Test files keep a database each: with 256 MB the data tests need a twentieth more of the processor.
    '-Xmx768m',
    '-XX:+UseSerialGC',
    // It lives too short for the second compiler: without it the demo data need 41 s of its processor, not 56.
    '-XX:TieredStopAtLevel=1',
    '-jar',
    join(home, 'DynamoDBLocal.jar'),
    ...(dir ? ['-dbPath', resolve(dir), '-sharedDb'] : ['-inMemory']),
    '-disableTelemetry',
    '-port',
    String(port),
  ];
}

/** Any answer is enough: DynamoDB refuses an unsigned GET, but it answers. */
async function untilReady(engine: ChildProcess, endpoint: string): Promise<void> {
  let complaints = '';
  let failure: Error | undefined;
  engine.stderr?.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-2000);
  });
  engine.once('error', (error) => {
    failure = error;
  });
  engine.once('close', () => {
    failure ??= new Error(`DynamoDB Local could not be started: ${complaints.trim()}`);
  });
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (failure) throw failure;
    const answered = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(50);
  }
  const advice = complaints.trim() || 'the machine may be busy, so try again.';
  throw new Error(`DynamoDB Local did not answer within ${readyWithinMs / 1000} s: ${advice}`);
}
