import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CallOutcome, Invoke } from '#infra/local/compute/invoke.ts';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';

interface Aside {
  readonly queueArn: string;
  readonly body: string;
  readonly id?: string;
}

/** Keeps a message in a file, as a queue keeps it that no function reads. Returns its path. */
export function putAside(failedFolder: string, { queueArn, body, id = randomUUID() }: Aside): string {
  const file = join(failedFolder, queueArn.split(':').at(-1) ?? 'queue', `${id}.json`);
  writeAtomically(file, body);
  return file;
}

export interface QueueOptions {
  readonly arn: string;
  readonly functionRef: string;
  readonly region: string;
  readonly concurrency: number;
  readonly batchSize: number;
  /** The mapping reads `batchItemFailures`. Otherwise any answer of a function is a success, as on AWS. */
  readonly reportsFailures: boolean;
  /** How long a received message is hidden: a failed one is delivered again after it. */
  readonly visibilitySeconds: number;
  readonly hiddenAtMostSeconds: number;
  readonly maxReceiveCount: number;
  readonly failedFolder: string;
  readonly keptFolder: string;
  readonly invoke: Invoke;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  report: (line: string) => void;
}

export interface QueueState {
  readonly waiting: number;
  /** Delayed, or failed and not yet to be delivered again. */
  readonly hidden: number;
  readonly running: number;
  readonly milliseconds: number;
}

export type Queue = ReturnType<typeof startQueue>;

interface Message {
  readonly body: string;
  readonly id: string;
  readonly sentAt: number;
  received: number;
  /** When a delayed one is delivered, and a received one again unless it was handled, on the clock of `performance`. */
  visibleAt: number;
}

/** A queue and its event source mapping, its messages on disk; a folder is the dead-letter queue. */
export function startQueue(options: QueueOptions) {
  const waiting: Message[] = [];
  const unfinished = new Set<Message>();
  const running = new Set<Promise<void>>();
  const hidden = new Set<Promise<void>>();
  const queueName = options.arn.split(':').at(-1) ?? 'queue';
  const kept = join(options.keptFolder, queueName);
  const fileOf = ({ id }: Pick<Message, 'id'>) => join(kept, `${id}.json`);

  const inSeconds = (seconds: number) => performance.now() + Math.min(seconds, options.hiddenAtMostSeconds) * 1000;

  const finish = (message: Message) => {
    unfinished.delete(message);
    rmSync(fileOf(message), { force: true });
  };

  const deliver = async (batch: readonly Message[]) => {
    for (const message of batch) {
      message.received += 1;
      message.visibleAt = inSeconds(options.visibilitySeconds);
    }
    const outcome = await options.invoke(options.functionRef, {
      Records: batch.map((message) => recordOf(message, options)),
    });
    const failed = failedOf(batch, outcome, options);
    for (const message of batch) if (!failed.includes(message)) finish(message);
    for (const message of failed) {
      if (message.received < options.maxReceiveCount) hide(message);
      else giveUp(message);
    }
  };

  const hide = (message: Message) => {
    const comeBack = async () => {
      await options.wait(Math.max(0, message.visibleAt - performance.now()));
      hidden.delete(back);
      waiting.push(message);
      next();
    };
    const back = comeBack();
    hidden.add(back);
  };

  const giveUp = (message: Message) => {
    const { id, body } = message;
    const file = putAside(options.failedFolder, { queueArn: options.arn, id, body });
    finish(message);
    options.report(`${options.functionRef} gave up on a message (${file})`);
  };

  const next = () => {
    while (running.size < options.concurrency && waiting.length > 0) {
      const work = deliver(waiting.splice(0, options.batchSize)).finally(() => {
        running.delete(work);
        next();
      });
      running.add(work);
    }
  };

  const add = (body: string, id: string, delaySeconds = 0) => {
    const message = { body, id, sentAt: performance.now(), received: 0, visibleAt: inSeconds(delaySeconds) };
    unfinished.add(message);
    if (delaySeconds > 0) return hide(message);
    waiting.push(message);
    next();
  };
  const left = existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.json')) : [];
  for (const name of left) add(readFileSync(join(kept, name), 'utf8'), name.slice(0, -'.json'.length));

  return {
    state() {
      const [oldest] = unfinished;
      return {
        waiting: waiting.length,
        hidden: hidden.size,
        running: unfinished.size - waiting.length - hidden.size,
        milliseconds: oldest ? performance.now() - oldest.sentAt : 0,
      };
    },
    send(body: string, delaySeconds: number = 0) {
      const id = randomUUID();
      writeAtomically(fileOf({ id }), body);
      add(body, id, delaySeconds);
    },
    /** Hides a received message for so many seconds from now; false when there is none with this handle. */
    hide(receiptHandle: string, seconds: number) {
      const message = [...unfinished].find(({ id, received }) => id === receiptHandle && received > 0);
      if (message) message.visibleAt = inSeconds(seconds);
      return message !== undefined;
    },
    async idle() {
      while (running.size + hidden.size > 0) await Promise.all([...running, ...hidden]);
    },
  };
}

function recordOf({ id, body, received }: Message, { arn, region, now }: QueueOptions) {
  return {
    messageId: id,
    receiptHandle: id,
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(now()),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(now()),
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  };
}

const Report = z.object({
  batchItemFailures: z.optional(z.nullable(z.array(z.object({ itemIdentifier: z.string() })))),
});

/** The messages that Lambda leaves in the queue: the named ones; all of them after an error or an unreadable answer. */
function failedOf(
  batch: readonly Message[],
  outcome: CallOutcome,
  { reportsFailures }: QueueOptions,
): readonly Message[] {
  if (!outcome.ok) return batch;
  if (!reportsFailures || outcome.result === null || outcome.result === undefined) return [];
  const { data, success } = z.safeParse(Report, outcome.result);
  if (!success) return batch;
  const named = new Set((data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  const failed = batch.filter(({ id }) => named.has(id));
  return failed.length === named.size ? failed : batch;
}
