import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { functionNameOf, type LocalPlan } from '#infra/local/assembly/plan.ts';
import type { Clock } from '#infra/local/clock.ts';
import type { Invoke } from '#infra/local/compute/invoke.ts';
import type { ObjectCreated } from '#infra/local/emulators/s3/s3.ts';
import type { Access } from '#infra/local/iam/access.ts';
import { mayForward, mayNotify, requirePollerRights } from '#infra/local/iam/poller-rights.ts';
import { putAside, type Queue, type QueueState, startQueue } from './queue.ts';
import { eventFilter, type Lag, type PumpOptions, startPump } from './stream-pump.ts';

type Notification = LocalPlan['notifications'][number];

export function queuesFor({ bucket, key }: ObjectCreated, notifications: readonly Notification[]): string[] {
  return notifications
    .filter((notification) => notification.bucket === bucket)
    .flatMap(({ queues }) => queues)
    .filter(({ Events }) => Events.some((event) => /^s3:ObjectCreated:(Put|\*)$/.test(event)))
    .filter(({ Filter }) =>
      (Filter?.Key.FilterRules ?? []).every(({ Name, Value }) =>
        Name.toLowerCase() === 'prefix' ? key.startsWith(Value) : key.endsWith(Value),
      ),
    )
    .map(({ QueueArn }) => QueueArn);
}

/** The event S3 sends for a new object. In it a key is encoded as in a form: a space is `+`. */
export function objectCreatedEvent({ bucket, key, size, etag }: ObjectCreated, region: string, now: number): string {
  const encoded = encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date(now).toISOString(),
        eventName: 'ObjectCreated:Put',
        s3: {
          s3SchemaVersion: '1.0',
          bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
          object: { key: encoded, size, eTag: etag },
        },
      },
    ],
  });
}

/** The event S3 sends once when a notification is set up: it has no `Records`. */
export function testEvent(bucket: string, now: number): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date(now).toISOString(),
    Bucket: bucket,
  });
}

export interface Lags {
  readonly streams: readonly { readonly reader: string; readonly shards: readonly Lag[] }[];
  readonly queues: readonly (QueueState & { readonly name: string })[];
}

interface Options {
  plan: LocalPlan;
  access: Access;
  dynamoDb: string;
  dataFolder: string;
  clock: Clock;
  hiddenAtMost: number;
  invoke: Invoke;
  removedBy: PumpOptions['removedBy'];
  report: (line: string) => void;
}

export function startEventSources(options: Options) {
  const { plan, access, dynamoDb, dataFolder, clock, hiddenAtMost, invoke, removedBy, report } = options;
  const failedFolder = join(dataFolder, 'failed-events');
  const { region } = plan;
  for (const mapping of plan.mappings) requirePollerRights(access, mapping);

  const pumps = plan.mappings.flatMap((mapping) => {
    const table = plan.tables.find(({ name }) => mapping.EventSourceArn.includes(`:table/${name}/stream/`));
    if (!table) return [];
    const positionFile = join(dataFolder, 'positions', `${mapping.FunctionName}.json`);
    const shared = { endpoint: dynamoDb, region, tableName: table.name, invoke, failedFolder, removedBy, report };
    return [{ reader: functionNameOf(mapping.FunctionName), pump: startPump({ ...shared, mapping, positionFile }) }];
  });

  const queues = new Map<string, Queue>();
  for (const mapping of plan.mappings) {
    const spec = plan.queues.find(({ arn }) => mapping.EventSourceArn === arn);
    if (!spec) continue;
    const queue = startQueue({
      arn: spec.arn,
      functionRef: mapping.FunctionName,
      region,
      concurrency: mapping.ScalingConfig?.MaximumConcurrency ?? 10,
      batchSize: mapping.BatchSize,
      reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      visibilitySeconds: spec.visibilitySeconds,
      hiddenAtMostSeconds: hiddenAtMost,
      maxReceiveCount: spec.maxReceiveCount,
      failedFolder,
      keptFolder: join(dataFolder, 'queues'),
      invoke,
      now: clock.now,
      wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
      report,
    });
    queues.set(spec.arn, queue);
  }
  for (const { bucket, queues: told } of plan.notifications) {
    for (const { QueueArn } of told)
      if (mayNotify(access, bucket, QueueArn)) queues.get(QueueArn)?.send(testEvent(bucket, clock.now()));
  }

  const rules = plan.rules.map(({ arn, pattern, targets }) => ({ arn, fits: eventFilter([pattern]), targets }));

  return {
    lags: () => ({
      streams: pumps.map(({ reader, pump }) => ({ reader, shards: pump.lag() })),
      queues: [...queues].map(([arn, queue]) => ({ name: arn.split(':').at(-1) ?? arn, ...queue.state() })),
    }),
    published(event: unknown) {
      for (const { arn, targets } of rules.filter(({ fits }) => fits(event)))
        for (const target of targets)
          if (mayForward(access, arn, target)) queues.get(target)?.send(JSON.stringify(event));
    },
    objectCreated(event: ObjectCreated) {
      const body = objectCreatedEvent(event, region, clock.now());
      for (const arn of queuesFor(event, plan.notifications))
        if (mayNotify(access, event.bucket, arn)) queues.get(arn)?.send(body);
    },
    sent(arn: string, body: string, delaySeconds?: number) {
      const queue = queues.get(arn);
      if (queue) queue.send(body, delaySeconds);
      else report(`A message waits in ${putAside(failedFolder, { queueArn: arn, body })}`);
    },
    hidden: (arn: string, receiptHandle: string, seconds: number) =>
      queues.get(arn)?.hide(receiptHandle, seconds) ?? false,
    wake() {
      for (const { pump } of pumps) pump.wake();
    },
    async close() {
      await Promise.all(pumps.map(({ pump }) => pump.close()));
    },
  };
}
