import { setTimeout as wait } from 'node:timers/promises';

const afterErrorMs = 200;

/** One shard: delivers what is added to it in order, a batch at a time, while other shards do the same. */
export interface Shard<R> {
  add(records: readonly R[]): void;
  waiting(): readonly R[];
  /** Resolves when nothing waits, or when the shard was stopped. */
  idle(): Promise<void>;
}

export function openShard<R>(options: {
  batchSize: number;
  /** Rejects when it was stopped; after another error the batch is delivered again. */
  deliver: (batch: readonly R[]) => Promise<void>;
  onDelivered: () => void;
  signal: AbortSignal;
}): Shard<R> {
  const { batchSize, deliver, onDelivered, signal } = options;
  const waiting: R[] = [];
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0 && !signal.aborted) {
      const batch = waiting.slice(0, batchSize);
      const isDelivered = await deliver(batch).then(
        () => true,
        () => false,
      );
      if (isDelivered) {
        waiting.splice(0, batch.length);
        onDelivered();
      } else await wait(afterErrorMs, undefined, { signal }).catch(() => {});
    }
    isRunning = false;
  };

  return {
    add(records) {
      waiting.push(...records);
      if (!isRunning) running = run();
    },
    waiting: () => waiting,
    idle: () => running,
  };
}
