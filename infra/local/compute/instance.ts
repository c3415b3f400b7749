import { randomUUID } from 'node:crypto';
import type { WriteStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { localAccount } from '#infra/local/assembly/physical-ids.ts';
import type { FunctionSpec } from '#infra/local/assembly/plan.ts';
import type { FromWorker, ToWorker, WorkerData } from './function-worker.ts';
import { type CallOutcome, timedOutError } from './invoke.ts';

const LogLine = z.object({
  level: z.literal('ERROR'),
  message: z.string(),
  error: z.optional(z.object({ message: z.string() })),
});

/** Lines that the product's logger wrote with the level ERROR. */
function errorsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"ERROR"')) return [];
    const { data } = z.safeParse(LogLine, parsed(line));
    const reason = data?.error?.message.replaceAll(/\s+/g, ' ').slice(0, 200);
    return data ? [reason ? `${data.message}: ${reason}` : data.message] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface PastCall {
  readonly at: number;
  readonly milliseconds: number;
  readonly isCold: boolean;
  readonly error: string | undefined;
}

export interface Instance {
  readonly spec: FunctionSpec;
  readonly worker: Worker;
  /** Resolves when it runs; Lambda does not count what comes before as time of a call. */
  readonly started: Promise<unknown>;
  readonly pending: Map<string, (outcome: CallOutcome) => void>;
  retired: boolean;
  isCold: boolean;
  lastUsed: number;
}

interface Options {
  spec: FunctionSpec;
  region: string;
  environment: Record<string, string>;
  offsetMs: number;
  log: WriteStream | undefined;
  report: (line: string) => void;
  onExit: (instance: Instance) => void;
}

const youngMegabytes = 8;

export function startInstance({ spec, region, environment, offsetMs, log, report, onExit }: Options): Instance {
  const data: WorkerData = { spec, region, account: localAccount };
  const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
    workerData: data,
    env: environment,
    execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    // Its memory on AWS; a small young generation, because there are many workers.
    resourceLimits: { maxOldGenerationSizeMb: spec.memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    stdout: true,
    stderr: true,
  });
  const started = new Promise((resolve) => worker.once('online', resolve));
  const instance: Instance = { spec, worker, started, pending: new Map(), retired: false, isCold: true, lastUsed: 0 };
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.on('data', (text: Buffer) => {
      log?.write(text);
      for (const message of errorsIn(text.toString())) report(`${spec.name}: ${message}`);
    });
  }
  worker.on('message', ({ id, ...reply }: FromWorker) => {
    instance.pending.get(id)?.(
      'result' in reply ? { ok: true, result: JSON.parse(reply.result) } : { ok: false, error: reply.error },
    );
  });
  worker.on('error', (error) => report(`${spec.name} ended: ${error.message}`));
  worker.on('exit', () => {
    instance.retired = true;
    onExit(instance);
    const error = { errorType: 'Runtime.ExitError', errorMessage: 'The function ended before it answered.' };
    for (const settle of instance.pending.values()) settle({ ok: false, error });
  });
  setOffset(instance, offsetMs);
  return instance;
}

export const setOffset = ({ worker }: Instance, offsetMs: number): void =>
  send(worker, { kind: 'clock', offset: offsetMs });

export function retire(instance: Instance): void {
  instance.retired = true;
  if (instance.pending.size === 0) void instance.worker.terminate();
}

/**
 * Runs one call and passes its outcome to `onEnd`. A call that reaches the time limit of the function ends with an
 * error and retires the instance.
 */
export function runCall(
  instance: Instance,
  event: unknown,
  onEnd: (outcome: CallOutcome, call: PastCall) => void,
): void {
  const { spec, worker, started, pending, isCold } = instance;
  const id = randomUUID();
  const [at, began] = [Date.now(), performance.now()];
  instance.isCold = false;
  let limit: NodeJS.Timeout | undefined;
  const settle = (outcome: CallOutcome) => {
    clearTimeout(limit);
    if (!pending.delete(id)) return;
    const ended = performance.now();
    instance.lastUsed = ended;
    if (instance.retired && pending.size === 0) void worker.terminate();
    const error = outcome.ok ? undefined : outcome.error.errorMessage;
    onEnd(outcome, { at, milliseconds: ended - began, isCold, error });
  };
  const giveUp = () => {
    retire(instance);
    const text = `Task timed out after ${spec.timeoutSeconds}.00 seconds`;
    settle({ ok: false, error: { errorType: timedOutError, errorMessage: `${id} ${text}` } });
  };
  pending.set(id, settle);
  void started.then(() => {
    if (pending.has(id)) limit = setTimeout(giveUp, spec.timeoutSeconds * 1000);
  });
  send(worker, { kind: 'call', id, event });
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
