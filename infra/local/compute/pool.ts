import type { WriteStream } from 'node:fs';
import type { FunctionSpec } from '../assembly/plan.ts';
import { type Instance, type PastCall, retire, runCall, setOffset, startInstance } from './instance.ts';
import type { CallOutcome } from './invoke.ts';

export interface FunctionState {
  readonly name: string;
  readonly instances: number;
  readonly running: number;
  readonly waiting: number;
  readonly calls: readonly PastCall[];
}

interface Call {
  readonly event: unknown;
  readonly resolve: (outcome: CallOutcome) => void;
}

interface Options {
  spec: FunctionSpec;
  region: string;
  callsEach: number;
  environment: () => Record<string, string>;
  offsetMs: () => number;
  log: () => WriteStream;
  mayLog: boolean;
  report: (line: string) => void;
  onDone: (() => void) | undefined;
}

export type Pool = ReturnType<typeof openPool>;

/** A new account of AWS runs ten calls at once. */
const instancesAtMost = 10;
/** An instance beside another one ends when it was not used for so long. */
export const idleMs = 30_000;
const callsKept = 20;

export function openPool(options: Options) {
  const { spec, callsEach, report, onDone } = options;
  const living = new Set<Instance>();
  const waiting: Call[] = [];
  let past: PastCall[] = [];

  const instances = () => [...living].filter(({ retired }) => !retired);

  const start = (): Instance => {
    const instance = startInstance({
      spec,
      region: options.region,
      environment: options.environment(),
      offsetMs: options.offsetMs(),
      log: options.mayLog ? options.log() : undefined,
      report,
      onExit: (ended) => living.delete(ended),
    });
    living.add(instance);
    return instance;
  };

  /** The instance that was used last of those that take a call, or a new one. */
  const freeInstance = (): Instance | undefined => {
    const current = instances();
    const [free] = current
      .filter(({ pending }) => pending.size < callsEach)
      .toSorted((a, b) => b.lastUsed - a.lastUsed);
    const most = Math.min(spec.reservedConcurrency ?? instancesAtMost, instancesAtMost);
    return free ?? (current.length < most ? start() : undefined);
  };

  const begin = (instance: Instance, { event, resolve }: Call) =>
    runCall(instance, event, (outcome, call) => {
      past = [call, ...past.slice(0, callsKept - 1)];
      if (!outcome.ok) {
        report(`${spec.name}: ${call.error}`);
        options.log().write(`${JSON.stringify(outcome.error)}\n`);
      }
      onDone?.();
      resolve(outcome);
      const next = waiting.shift();
      if (next) take(next);
    });

  const take = (call: Call) => {
    const instance = freeInstance();
    if (instance) begin(instance, call);
    else if (spec.reservedConcurrency === undefined) waiting.push(call);
    else call.resolve({ ok: false, error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' } });
  };

  const refresh = () => instances().forEach(retire);

  return {
    spec,
    call: (event: unknown) => new Promise<CallOutcome>((resolve) => take({ event, resolve })),
    state: () => stateOf(spec.name, instances(), waiting.length, past),
    refresh,
    update(variables: FunctionSpec['environment']) {
      spec.environment = variables;
      refresh();
    },
    /** A function keeps one instance: more take memory that this machine needs for others. */
    endIdle() {
      const isIdle = ({ pending, lastUsed }: Instance) => pending.size === 0 && performance.now() - lastUsed > idleMs;
      for (const instance of instances().filter(isIdle)) if (instances().length > 1) retire(instance);
    },
    setOffset(offsetMs: number) {
      for (const instance of living) setOffset(instance, offsetMs);
    },
    kill() {
      for (const instance of instances()) {
        instance.retired = true;
        void instance.worker.terminate();
      }
    },
    close: () => Promise.all([...living].map(({ worker }) => worker.terminate())),
  };
}

const stateOf = (
  name: string,
  instances: readonly Instance[],
  waiting: number,
  calls: readonly PastCall[],
): FunctionState => ({
  name,
  instances: instances.length,
  running: instances.reduce((sum, { pending }) => sum + pending.size, 0),
  waiting,
  calls,
});
