import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeAtomically } from './emulators/atomic-file.ts';
import type { Invoke } from './workers.ts';

export type QueueOptions = {
  /** Of the queue, as in the template. */
  readonly arn: string;
  readonly functionRef: string;
  readonly region: string;
  /** How many calls may run at once. */
  readonly concurrency: number;
  /** A message that failed this often goes to the folder. */
  readonly maxReceiveCount: number;
  readonly failedFolder: string;
  readonly invoke: Invoke;
  readonly now: () => number;
  readonly pause: (failures: number) => Promise<void>;
  report: (line: string) => void;
};

export type Queue = {
  /** Puts a message into the queue; it is delivered at once. */
  send(body: string): void;
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>;
};

/**
 * A queue and its event source mapping, in memory: one message a call, tried again after a pause (AWS waits for the
 * visibility time, which is too long to watch), and kept in a folder in place of the dead-letter queue.
 */
export function startQueue(options: QueueOptions): Queue {
  const waiting: { body: string; id: string; received: number }[] = [];
  const running = new Set<Promise<void>>();

  const deliver = async (message: { body: string; id: string; received: number }) => {
    message.received += 1;
    const outcome = await options.invoke(options.functionRef, { Records: [recordOf(message, options)] });
    if (outcome.ok && !namesFailure(outcome.result)) return;
    if (message.received < options.maxReceiveCount) {
      await options.pause(message.received);
      waiting.push(message);
      return;
    }
    const file = join(options.failedFolder, options.arn.split(':').at(-1) ?? 'queue', `${message.id}.json`);
    writeAtomically(file, message.body);
    options.report(`${options.functionRef} gave up on a message (${file})`);
  };

  const next = () => {
    while (running.size < options.concurrency) {
      const message = waiting.shift();
      if (!message) return;
      const work = deliver(message).finally(() => {
        running.delete(work);
        next();
      });
      running.add(work);
    }
  };

  return {
    send(body) {
      waiting.push({ body, id: randomUUID(), received: 0 });
      next();
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function recordOf(message: { body: string; id: string; received: number }, { arn, region, now }: QueueOptions) {
  return {
    messageId: message.id,
    receiptHandle: message.id,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.received),
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

function namesFailure(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('batchItemFailures' in result)) return false;
  return Array.isArray(result.batchItemFailures) && result.batchItemFailures.length > 0;
}
