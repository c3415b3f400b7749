import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { type FunctionSpec, functionNameOf } from '../assembly/plan.ts';
import type { Clock } from '../clock.ts';
import { functionKey } from '../iam/keys.ts';
import { idleMs, openPool, type Pool } from './pool.ts';

export type Workers = ReturnType<typeof startWorkers>;

export interface WorkersOptions {
  functions: readonly FunctionSpec[];
  region: string;
  clock: Clock;
  logFolder: string;
  environment: Readonly<Record<string, string>>;
  /** An instance takes one call at a time, as on AWS; otherwise one instance takes all. */
  oneCallEach?: boolean;
  mayLog?: (spec: FunctionSpec) => boolean;
  report: (line: string) => void;
  /** Called after each call, because it may have written something. */
  onDone?: () => void;
}

/**
 * Runs functions as Lambda would, each instance in its own thread with its own module state, created when a call needs
 * it. With `oneCallEach` an instance takes one call at a time, and a function has at most ten; a further call waits, or
 * is refused beyond the template's reserved concurrency. A function that hits its time limit answers an error; its
 * instance takes no new calls and ends with its last call.
 */
export function startWorkers(options: WorkersOptions) {
  const { region, clock, logFolder } = options;
  const callsEach = options.oneCallEach ? 1 : Number.POSITIVE_INFINITY;
  const offsetMs = () => clock.offsetSeconds() * 1000;
  const logs = new Map<string, WriteStream>();
  let added = options.environment;
  mkdirSync(logFolder, { recursive: true });

  const logOf = (name: string) => {
    const log = logs.get(name) ?? createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' });
    logs.set(name, log);
    return log;
  };

  const environment = (name: string) => ({ ...environmentOf(name, pools.get(name)?.spec, region), ...added });

  const pools = new Map(
    options.functions.map((spec): [string, Pool] => [
      spec.name,
      openPool({
        spec,
        region,
        callsEach,
        environment: () => environment(spec.name),
        offsetMs,
        log: () => logOf(spec.name),
        mayLog: options.mayLog?.(spec) !== false,
        report: options.report,
        onDone: options.onDone,
      }),
    ]),
  );

  const refresh = () => {
    for (const pool of pools.values()) pool.refresh();
  };

  const ending = setInterval(() => {
    for (const pool of pools.values()) pool.endIdle();
  }, idleMs).unref();

  clock.onChange(() => {
    for (const pool of pools.values()) pool.setOffset(offsetMs());
  });

  return {
    invoke: (functionRef: string, event: unknown) => {
      const pool = pools.get(functionNameOf(functionRef));
      if (!pool) throw new Error(`There is no function ${functionRef}.`);
      return pool.call(event);
    },
    environment,
    state: () => [...pools.values()].map((pool) => pool.state()),
    setEnvironment(values: Readonly<Record<string, string>>) {
      added = { ...options.environment, ...values };
      refresh();
    },
    /** New variables of these functions, as an update of their stack brings them. */
    update(functions: readonly FunctionSpec[]) {
      for (const spec of functions) pools.get(spec.name)?.update(spec.environment);
    },
    /** Ends all instances when their calls are done; the next call loads the bundle again. */
    refresh,
    /**
     * Ends the instances of a function in the middle of their calls, as a crash does; false when there is no such
     * function.
     */
    kill: (name: string) => {
      const pool = pools.get(name);
      pool?.kill();
      return pool !== undefined;
    },
    async close() {
      clearInterval(ending);
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      for (const log of logs.values()) log.end();
    },
  };
}

function environmentOf(name: string, spec: FunctionSpec | undefined, region: string): Record<string, string> {
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
  };
}
