import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionSpec } from '#infra/local/assembly/plan.ts';

/**
 * Replaces `Date` for everything that runs in this thread: `Date.now()`, `new Date()` and `Date()` are moved by the
 * offset, dates made from a value are unchanged. Returns the function that sets the offset (milliseconds).
 */
function shiftDate(): (offset: number) => void {
  const RealDate = Date;
  let offset = 0;
  const now = () => RealDate.now() + offset;
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
  });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: ShiftedDate, configurable: true, writable: true });
  globalThis.Date = ShiftedDate;
  return (moved) => {
    offset = moved;
  };
}

/** A message of the main thread: a new offset of the clock (milliseconds), or one call. */
export type ToWorker =
  | { readonly kind: 'clock'; readonly offset: number }
  | { readonly kind: 'call'; readonly id: string; readonly event: unknown };

export type FromWorker = { readonly id: string } & ({ readonly result: string } | { readonly error: LambdaError });
export interface LambdaError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export interface WorkerData {
  spec: FunctionSpec;
  region: string;
  account: string;
}

type Handler = (event: unknown, context: object) => unknown;

const setOffset = shiftDate();
const { spec, region, account } = workerData as WorkerData;
let loading: Promise<Handler> | undefined;

async function load(): Promise<Handler> {
  const module = (await import(pathToFileURL(spec.file).href)) as Record<string, unknown>;
  const handler = module[spec.exported];
  if (typeof handler !== 'function') throw new Error(`${spec.exported} is not exported by ${spec.file}`);
  return handler as Handler;
}

function contextOf(requestId: string): object {
  const deadline = performance.now() + spec.timeoutSeconds * 1000;
  return {
    functionName: spec.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:${account}:function:${spec.name}`,
    memoryLimitInMB: String(spec.memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${spec.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}

async function answer(id: string, event: unknown): Promise<FromWorker> {
  try {
    loading ??= load();
    const result = await (await loading)(event, contextOf(id));
    return { id, result: JSON.stringify(result) ?? 'null' };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    console.error(error);
    return {
      id,
      error: { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') },
    };
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'clock') setOffset(message.offset);
  else void answer(message.id, message.event).then((reply) => parentPort?.postMessage(reply));
});
