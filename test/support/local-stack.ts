import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '#infra/local/emulators/dynamodb.ts';
import type { RightsReport } from '#infra/local/iam/access.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of this run's local stack, e.g. `http://127.0.0.1:41233`. */
    origin: string;
    /** Its data folder: function logs, failed events, mails. */
    dataFolder: string;
  }
}

export interface LocalStack {
  readonly origin: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** Ends it as `kill -9` does. Its data stay, for a start with the same port and folder. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface StackOptions {
  readonly limits?: boolean;
  readonly oneCallEach?: boolean;
  readonly demo?: boolean;
  readonly waitsAsOnAws?: boolean;
  readonly port?: number;
  readonly dataFolder?: string;
}

const newDataFolder = () => mkdtempSync(join(tmpdir(), 'envoyage-'));

/** The first start builds, synthesizes and seeds. */
const readyWithinMs = 600_000;

/**
 * Starts the whole product in a separate process, on a free port, with an empty data folder, unless they are given. The
 * folder is deleted at its end. By default rate limits are off, one instance of a function takes all calls, and what
 * failed is tried again after five seconds. Without the demo data only the administrator exists. Set `ORIGIN` to run
 * the tests against a running stack.
 */
export async function startLocal({
  limits = false,
  oneCallEach = false,
  demo = true,
  waitsAsOnAws = false,
  port = 0,
  dataFolder = newDataFolder(),
}: StackOptions = {}): Promise<LocalStack> {
  const stack = fork('infra/local/main.ts', [], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      TZ: 'UTC',
      PORT: String(port),
      DATA_DIR: dataFolder,
      LIMITS: limits ? 'on' : 'off',
      INSTANCES: oneCallEach ? 'lambda' : 'shared',
      DEMO: demo ? 'on' : 'off',
      ...(!waitsAsOnAws && { LOCAL_VISIBILITY: '5', LOCAL_RETRY: '5' }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [stack.stdout, stack.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-10_000);
    });
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (stack.exitCode !== null || stack.signalCode !== null) return;
    const ended = once(stack, 'exit');
    stack.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end('SIGTERM');
    rmSync(dataFolder, { recursive: true, force: true });
  };

  try {
    const signal = AbortSignal.timeout(readyWithinMs);
    const ended = once(stack, 'exit', { signal }).then(() => Promise.reject(new Error('It ended.')));
    const [message] = await Promise.race([once(stack, 'message', { signal }), ended]);
    return { origin: originIn(message), dataFolder, pid: stack.pid ?? 0, kill: () => end('SIGKILL'), stop };
  } catch (error) {
    await stop();
    throw new Error(
      `The local stack did not start: ${error instanceof Error ? error.message : String(error)}\n${output}`,
    );
  }
}

function originIn(message: unknown): string {
  if (typeof message === 'object' && message !== null && 'origin' in message && typeof message.origin === 'string') {
    return message.origin;
  }
  throw new Error('It did not say where it answers.');
}

/**
 * One stack for all journeys and browser tests. It starts beside the other tests, because its start leaves a core idle;
 * those that need it wait (`run/stack-ready.ts`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['ORIGIN'];
  if (given) {
    project.provide('origin', given);
    project.provide('dataFolder', resolve(process.env['DATA_DIR'] ?? '.local'));
    return async () => {};
  }
  const port = await freePort();
  const dataFolder = newDataFolder();
  project.provide('origin', `http://127.0.0.1:${port}`);
  project.provide('dataFolder', dataFolder);
  const starting = startLocal({ port, dataFolder });
  // A waiting test sees the folder gone; the reason is reported at the end.
  starting.catch(() => {});
  return async () => {
    const stack = await starting;
    const refused = await refusedCalls(stack.origin).catch(async (error: unknown) => {
      await stack.stop();
      throw error;
    });
    await stack.stop();
    if (refused.length > 0) throw new Error(`Functions were refused rights that they need:\n${refused.join('\n')}`);
  };
}

/** The calls of functions that their roles do not allow: each is a right that is missing on AWS too. */
async function refusedCalls(origin: string): Promise<string[]> {
  const report = (await (await fetch(`${origin}/__local/rights`)).json()) as RightsReport;
  return report.refused;
}
