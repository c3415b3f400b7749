import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * How a call of AWS goes wrong. `late`: no answer in time, and the effect comes after the caller has gone on; this is
 * what two seconds of latency are to a client that waits for less.
 */
export const faultKinds = ['throttled', 'error500', 'lost', 'unanswered', 'conflict', 'reset', 'late'] as const;
type FaultKind = (typeof faultKinds)[number];

/** One fault: at which call of an operation, and at how many tries of it one after the other. */
export interface Fault {
  readonly call: number;
  readonly kind: FaultKind;
  readonly tries: number;
}

/** One call of a service of AWS that an operation made, with its place in the order of calls. */
interface Site {
  readonly service: string;
  readonly command: string;
}

/** One operation's AWS calls, and their injected faults. */
export interface Run {
  readonly faults: readonly Fault[];
  readonly sites: Site[];
  /** Writes of the table that took effect. */
  writes: number;
  struck: number;
  readonly lateEffects: Promise<unknown>[];
}

const running = new AsyncLocalStorage<Run>();
export const newRun = (faults: readonly Fault[] = []): Run => ({
  faults,
  sites: [],
  writes: 0,
  struck: 0,
  lateEffects: [],
});

/** Runs an operation with its faults. Afterwards late effects have come. */
export async function inRun<T>(run: Run, work: () => Promise<T>): Promise<T> {
  try {
    return await running.run(run, work);
  } finally {
    await Promise.allSettled(run.lateEffects);
  }
}

/** The part of a client's middleware stack that these tests need, because each client types its own commands. */
interface Stack {
  add(middleware: unknown, options: object): void;
}
type Next = (args: { readonly request: unknown; readonly input?: unknown }) => Promise<unknown>;
interface CallContext {
  commandName?: string;
  call?: number;
  tries?: number;
}

const writing = /^(Put|Update|Delete|Transact|BatchWrite)/;
/** Long enough for the next try to be first, in milliseconds. */
const lateMs = 15;

/**
 * Puts the faults of the running operation between a client and its service: one fault for each try, as the wire would.
 */
export function breakable<C extends { readonly middlewareStack: unknown }>(client: C, service: string): C {
  const stack = client.middlewareStack as Stack;
  stack.add(
    (next: Next, context: CallContext) => (args: Parameters<Next>[0]) => {
      const run = running.getStore();
      if (run) {
        context.call = run.sites.length;
        run.sites.push({ service, command: (context.commandName ?? '').replace('Command', '') });
      }
      return next(args);
    },
    { step: 'initialize', name: 'countedCall', priority: 'high' },
  );
  stack.add(
    (next: Next, context: CallContext) => async (args: Parameters<Next>[0]) => {
      const run = running.getStore();
      if (!run) return next(args);
      const command = (context.commandName ?? '').replace('Command', '');
      const send = async () => {
        const answer = await next(args);
        const { statusCode } = (answer as { response: { statusCode: number } }).response;
        if (statusCode < 300 && service === 'DynamoDB' && writing.test(command)) run.writes++;
        return answer;
      };
      const tries = (context.tries = (context.tries ?? 0) + 1);
      const fault = run.faults.find((one) => one.call === context.call && tries <= one.tries);
      if (!fault) return send();
      run.struck++;
      return strike(fault.kind, { service, command, run, send });
    },
    { step: 'deserialize', name: 'struckCall', priority: 'low' },
  );
  return client;
}

interface Struck {
  readonly service: string;
  readonly command: string;
  readonly run: Run;
  readonly send: () => Promise<unknown>;
}

async function strike(kind: FaultKind, { service, command, run, send }: Struck): Promise<unknown> {
  switch (kind) {
    case 'error500':
      return { response: answerOf(service, 500, 'InternalServerError') };
    case 'lost':
      throw timeout();
    case 'unanswered':
      await send();
      throw timeout();
    case 'reset':
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    case 'late':
      run.lateEffects.push(wait(lateMs).then(send));
      throw timeout();
    case 'conflict':
      if (command === 'TransactWriteItems' || command === 'TransactWrite')
        return { response: answerOf(service, 400, 'TransactionCanceledException', conflict) };
      return { response: answerOf(service, 400, throttledAs(service)) };
    case 'throttled':
      return { response: answerOf(service, 400, throttledAs(service)) };
  }
}

const timeout = () => Object.assign(new Error('Connection timed out'), { name: 'TimeoutError' });
const conflict = {
  Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
  CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }],
};

/** Throttling in the words of each service. */
function throttledAs(service: string): string {
  if (service === 'Cognito') return 'TooManyRequestsException';
  return service === 'S3' ? 'SlowDown' : service === 'SES' ? 'Throttling' : 'ThrottlingException';
}

function answerOf(service: string, statusCode: number, code: string, more: object = {}) {
  const isXml = service === 'S3' || service === 'SES';
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>injected</Message></Error>`;
  const xml = service === 'SES' ? `<ErrorResponse>${error}</ErrorResponse>` : error;
  return {
    statusCode: service === 'S3' && code === 'SlowDown' ? 503 : statusCode,
    headers: isXml
      ? { 'content-type': 'text/xml' }
      : { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code },
    body: Readable.from([Buffer.from(isXml ? xml : JSON.stringify({ __type: code, message: 'injected', ...more }))]),
  };
}
