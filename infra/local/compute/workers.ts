import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { ACCOUNT } from '../assembly/physical-ids.ts';
import { type FunctionSpec, functionNameOf } from '../assembly/plan.ts';
import type { Clock } from '../clock.ts';
import { functionKey } from '../iam/keys.ts';
import type { FromWorker, LambdaError, ToWorker, WorkerData } from './function-worker.ts';

/** Outcome of a call of a function: its result, or the error that Lambda reports. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: LambdaError };

/** Calls a function by name or ARN. Never throws: a failure of the function is an outcome. */
export type Invoke = (functionRef: string, event: unknown) => Promise<Outcome>;

export type Workers = {
  invoke: Invoke;
  /** The environment of a function: that of its template, and the variables of Lambda and of this machine. */
  environment: (name: string) => Record<string, string>;
  /** Adds variables to the environment of all functions, in place of those added before. */
  setEnvironment(values: Readonly<Record<string, string>>): void;
  /** Ends all instances when their calls are done; the next call loads the bundle again. */
  refresh: () => void;
  close(): Promise<void>;
};

export type WorkersOptions = {
  functions: readonly FunctionSpec[];
  region: string;
  clock: Clock;
  logFolder: string;
  /** Added to the environment of every function, e.g. the addresses of the emulators. */
  environment: Readonly<Record<string, string>>;
  /** Whether a function may write its log; all may by default. */
  mayLog?: (spec: FunctionSpec) => boolean;
  /** Called with each failure, in one line. */
  report: (line: string) => void;
  /** Called after each call, because it may have written something. */
  onDone?: () => void;
};

type Instance = { worker: Worker; pending: Map<string, (outcome: Outcome) => void>; retired: boolean };

const YOUNG_MEGABYTES = 8;
const TIMED_OUT = 'Sandbox.Timedout';

/** True when a function ran into its time limit. */
export const timedOut = (outcome: Outcome): boolean => !outcome.ok && outcome.error.errorType === TIMED_OUT;

/**
 * Runs functions as Lambda would, each in its own thread, made at its first call. Unlike on AWS an instance
 * takes several calls at once. A function that runs into its time limit answers an error; its instance takes no new
 * calls and ends with its last call.
 */
export function startWorkers(options: WorkersOptions): Workers {
  const { functions, region, clock, logFolder, report, onDone } = options;
  const specs = new Map(functions.map((spec) => [spec.name, spec]));
  const running = new Map<string, Instance>();
  const instances = new Set<Instance>();
  const logs = new Map<string, WriteStream>();
  let added = options.environment;
  mkdirSync(logFolder, { recursive: true });

  const logOf = (name: string) => {
    const log = logs.get(name) ?? createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' });
    logs.set(name, log);
    return log;
  };

  const environment = (name: string): Record<string, string> => {
    const spec = specs.get(name);
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
      // The database shares this machine's cores with everything else.
      DATABASE_TIMEOUT_MS: '5000',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec?.memoryMegabytes ?? 128),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      LAMBDA_TASK_ROOT: '/var/task',
      ...added,
    };
  };

  const retire = (name: string, instance: Instance) => {
    instance.retired = true;
    if (running.get(name) === instance) running.delete(name);
    if (instance.pending.size === 0) void instance.worker.terminate();
  };

  const start = (spec: FunctionSpec): Instance => {
    const data: WorkerData = { spec, region, account: ACCOUNT };
    const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
      workerData: data,
      env: environment(spec.name),
      execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      // Its memory on AWS; a small young generation, because there are many workers.
      resourceLimits: { maxOldGenerationSizeMb: spec.memoryMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      stdout: true,
      stderr: true,
    });
    const instance: Instance = { worker, pending: new Map(), retired: false };
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
      instances.delete(instance);
      retire(spec.name, instance);
      const error = { errorType: 'Runtime.ExitError', errorMessage: 'The function ended before it answered.' };
      for (const settle of instance.pending.values()) settle({ ok: false, error });
    });
    send(worker, { kind: 'clock', offset: clock.offsetSeconds() * 1000 });
    running.set(spec.name, instance);
    instances.add(instance);
    return instance;
  };

  const invoke: Invoke = (functionRef, event) => {
    const spec = specs.get(functionNameOf(functionRef));
    if (!spec) throw new Error(`There is no function ${functionRef}.`);
    const instance = running.get(spec.name) ?? start(spec);
    const id = randomUUID();
    return new Promise<Outcome>((resolve) => {
      const limit = setTimeout(() => {
        retire(spec.name, instance);
        const text = `Task timed out after ${spec.timeoutSeconds}.00 seconds`;
        settle({ ok: false, error: { errorType: TIMED_OUT, errorMessage: `${id} ${text}` } });
      }, spec.timeoutSeconds * 1000);
      const settle = (outcome: Outcome) => {
        clearTimeout(limit);
        if (!instance.pending.delete(id)) return;
        if (instance.retired && instance.pending.size === 0) void instance.worker.terminate();
        if (!outcome.ok) {
          report(`${spec.name}: ${outcome.error.errorMessage}`);
          logOf(spec.name).write(`${JSON.stringify(outcome.error)}\n`);
        }
        onDone?.();
        resolve(outcome);
      };
      instance.pending.set(id, settle);
      send(instance.worker, { kind: 'call', id, event });
    });
  };

  const refresh = () => {
    for (const [name, instance] of running) retire(name, instance);
  };

  clock.onChange(() => {
    for (const { worker } of instances) send(worker, { kind: 'clock', offset: clock.offsetSeconds() * 1000 });
  });

  return {
    invoke,
    environment,
    setEnvironment(values) {
      added = { ...options.environment, ...values };
      refresh();
    },
    refresh,
    async close() {
      await Promise.all([...instances].map(({ worker }) => worker.terminate()));
      for (const log of logs.values()) log.end();
    },
  };
}

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

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
