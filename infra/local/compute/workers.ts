import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localAccount } from '../assembly/physical-ids.ts';
import { type FunctionSpec, functionNameOf } from '../assembly/plan.ts';
import type { Clock } from '../clock.ts';
import { functionKey } from '../iam/keys.ts';
import type { FromWorker, LambdaError, ToWorker, WorkerData } from './function-worker.ts';
import { errorsIn } from './log-lines.ts';

/** CallOutcome of a call of a function: its result, or the error that Lambda reports. */
export type CallOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: LambdaError };

/** Calls a function by name or ARN. Never throws: a failure of the function is an outcome. */
export type Invoke = (functionRef: string, event: unknown) => Promise<CallOutcome>;

/** A call that has ended. */
export interface PastCall {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  /** It was the first of its instance. */
  readonly isCold: boolean;
  readonly error: string | undefined;
}

export interface FunctionState {
  readonly name: string;
  readonly instances: number;
  /** Calls that run, and calls that wait for an instance. */
  readonly running: number;
  readonly waiting: number;
  /** The last ones, newest first. */
  readonly calls: readonly PastCall[];
}

export interface Workers {
  invoke: Invoke;
  /** Of each function. */
  state: () => FunctionState[];
  /** The environment of a function: that of its template, and the variables of Lambda and of this machine. */
  environment: (name: string) => Record<string, string>;
  /** Adds variables to the environment of all functions, in place of those added before. */
  setEnvironment(values: Readonly<Record<string, string>>): void;
  /** Ends all instances when their calls are done; the next call loads the bundle again. */
  refresh: () => void;
  /**
   * Ends the instances of a function in the middle of their calls, as a crash does; false when there is no such
   * function.
   */
  kill: (name: string) => boolean;
  close(): Promise<void>;
}

export interface WorkersOptions {
  functions: readonly FunctionSpec[];
  region: string;
  clock: Clock;
  logFolder: string;
  /** Added to the environment of every function, e.g. the addresses of the emulators. */
  environment: Readonly<Record<string, string>>;
  /** An instance takes one call at a time, as on AWS; otherwise one instance takes all. */
  oneCallEach?: boolean;
  /** Whether a function may write its log; all may by default. */
  mayLog?: (spec: FunctionSpec) => boolean;
  /** Called with each failure, in one line. */
  report: (line: string) => void;
  /** Called after each call, because it may have written something. */
  onDone?: () => void;
}

interface Instance {
  worker: Worker;
  /** Resolves when it runs; Lambda does not count what comes before as time of a call. */
  started: Promise<unknown>;
  pending: Map<string, (outcome: CallOutcome) => void>;
  retired: boolean;
  isCold: boolean;
  lastUsed: number;
}
interface Call {
  readonly event: unknown;
  readonly resolve: (outcome: CallOutcome) => void;
}
interface Pool {
  readonly spec: FunctionSpec;
  readonly instances: Instance[];
  waiting: Call[];
  past: PastCall[];
}

const youngMegabytes = 8;
/** A new account of AWS runs ten calls at once. */
const instancesAtMost = 10;
/** An instance beside another one ends when it was not used for so long. */
const idleMs = 30_000;
const callsKept = 20;
const timedOutError = 'Sandbox.Timedout';

/** True when a function ran into its time limit. */
export const timedOut = (outcome: CallOutcome): boolean => !outcome.ok && outcome.error.errorType === timedOutError;

/**
 * Runs functions as Lambda would, each instance in its own thread with its own module state, created when a call needs
 * it. With `oneCallEach` an instance takes one call at a time, and a function has at most ten; a further call waits, or
 * is refused beyond the template's reserved concurrency. A function that hits its time limit answers an error; its
 * instance takes no new calls and ends with its last call.
 */
export function startWorkers(options: WorkersOptions): Workers {
  const { functions, region, clock, logFolder, report, onDone } = options;
  const pools = new Map(
    functions.map((spec): [string, Pool] => [spec.name, { spec, instances: [], waiting: [], past: [] }]),
  );
  const callsEach = options.oneCallEach ? 1 : Number.POSITIVE_INFINITY;
  const living = new Set<Instance>();
  const logs = new Map<string, WriteStream>();
  let added = options.environment;
  mkdirSync(logFolder, { recursive: true });

  const logOf = (name: string) => {
    const log = logs.get(name) ?? createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' });
    logs.set(name, log);
    return log;
  };

  const environment = (name: string): Record<string, string> => {
    const spec = pools.get(name)?.spec;
    const { NODE_OPTIONS: _, ...own } = spec?.environment ?? {};
    const { accessKeyId, secretAccessKey } = functionKey(name);
    return {
      ...own,
      TZ: 'UTC',
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_LAMBDA_FUNCTION_NAME: name,
      // The database shares this machine's cores with everything else, so the default is long; the environment may
      // shorten it.
      DATABASE_TIMEOUT_MS: process.env['DATABASE_TIMEOUT_MS'] ?? '5000',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec?.memoryMegabytes ?? 128),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      LAMBDA_TASK_ROOT: '/var/task',
      ...added,
    };
  };

  const retire = ({ instances }: Pool, instance: Instance) => {
    instance.retired = true;
    if (instances.includes(instance)) instances.splice(instances.indexOf(instance), 1);
    if (instance.pending.size === 0) void instance.worker.terminate();
  };

  const start = (pool: Pool): Instance => {
    const { spec } = pool;
    const data: WorkerData = { spec, region, account: localAccount };
    const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
      workerData: data,
      env: environment(spec.name),
      execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      // Its memory on AWS; a small young generation, because there are many workers.
      resourceLimits: { maxOldGenerationSizeMb: spec.memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
      stdout: true,
      stderr: true,
    });
    const started = new Promise((resolve) => worker.once('online', resolve));
    const instance: Instance = { worker, started, pending: new Map(), retired: false, isCold: true, lastUsed: 0 };
    const log = options.mayLog?.(spec) === false ? undefined : logOf(spec.name);
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
      living.delete(instance);
      retire(pool, instance);
      const error = { errorType: 'Runtime.ExitError', errorMessage: 'The function ended before it answered.' };
      for (const settle of instance.pending.values()) settle({ ok: false, error });
    });
    send(worker, { kind: 'clock', offset: clock.offsetSeconds() * 1000 });
    pool.instances.push(instance);
    living.add(instance);
    return instance;
  };

  /** The instance that was used last of those that take a call, or a new one. */
  const freeIn = (pool: Pool): Instance | undefined => {
    const [free] = pool.instances
      .filter(({ pending }) => pending.size < callsEach)
      .toSorted((a, b) => b.lastUsed - a.lastUsed);
    const most = Math.min(pool.spec.reservedConcurrency ?? instancesAtMost, instancesAtMost);
    return free ?? (pool.instances.length < most ? start(pool) : undefined);
  };

  const begin = (pool: Pool, instance: Instance, { event, resolve }: Call) => {
    const { spec } = pool;
    const id = randomUUID();
    const [at, began] = [Date.now(), performance.now()];
    const { isCold } = instance;
    instance.isCold = false;
    let limit: NodeJS.Timeout | undefined;
    const giveUp = () => {
      retire(pool, instance);
      const text = `Task timed out after ${spec.timeoutSeconds}.00 seconds`;
      settle({ ok: false, error: { errorType: timedOutError, errorMessage: `${id} ${text}` } });
    };
    const settle = (outcome: CallOutcome) => {
      clearTimeout(limit);
      if (!instance.pending.delete(id)) return;
      const ended = performance.now();
      instance.lastUsed = ended;
      if (instance.retired && instance.pending.size === 0) void instance.worker.terminate();
      const error = outcome.ok ? undefined : outcome.error.errorMessage;
      pool.past = [{ at, milliseconds: ended - began, isCold, error }, ...pool.past.slice(0, callsKept - 1)];
      if (!outcome.ok) {
        report(`${spec.name}: ${error}`);
        logOf(spec.name).write(`${JSON.stringify(outcome.error)}\n`);
      }
      onDone?.();
      resolve(outcome);
      const next = pool.waiting.shift();
      if (next) take(pool, next);
    };
    instance.pending.set(id, settle);
    void instance.started.then(() => {
      if (instance.pending.has(id)) limit = setTimeout(giveUp, spec.timeoutSeconds * 1000);
    });
    send(instance.worker, { kind: 'call', id, event });
  };

  const take = (pool: Pool, call: Call) => {
    const instance = freeIn(pool);
    if (instance) begin(pool, instance, call);
    else if (pool.spec.reservedConcurrency === undefined) pool.waiting.push(call);
    else call.resolve({ ok: false, error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' } });
  };

  const invoke: Invoke = (functionRef, event) => {
    const pool = pools.get(functionNameOf(functionRef));
    if (!pool) throw new Error(`There is no function ${functionRef}.`);
    return new Promise<CallOutcome>((resolve) => take(pool, { event, resolve }));
  };

  const refresh = () => {
    for (const pool of pools.values()) for (const instance of pool.instances.toReversed()) retire(pool, instance);
  };

  /** Each function keeps one instance: they take memory that this machine needs for others. */
  const endIdle = () => {
    for (const pool of pools.values()) {
      const isIdle = ({ pending, lastUsed }: Instance) => pending.size === 0 && performance.now() - lastUsed > idleMs;
      for (const instance of pool.instances.filter(isIdle)) if (pool.instances.length > 1) retire(pool, instance);
    }
  };
  const ending = setInterval(endIdle, idleMs).unref();

  clock.onChange(() => {
    for (const { worker } of living) send(worker, { kind: 'clock', offset: clock.offsetSeconds() * 1000 });
  });

  return {
    invoke,
    environment,
    state: () =>
      [...pools.values()].map(({ spec, instances, waiting, past }) => ({
        name: spec.name,
        instances: instances.length,
        running: instances.reduce((sum, { pending }) => sum + pending.size, 0),
        waiting: waiting.length,
        calls: past,
      })),
    setEnvironment(values) {
      added = { ...options.environment, ...values };
      refresh();
    },
    refresh,
    kill(name) {
      const pool = pools.get(name);
      for (const { worker } of pool?.instances.splice(0) ?? []) void worker.terminate();
      return pool !== undefined;
    },
    async close() {
      clearInterval(ending);
      await Promise.all([...living].map(({ worker }) => worker.terminate()));
      for (const log of logs.values()) log.end();
    },
  };
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
