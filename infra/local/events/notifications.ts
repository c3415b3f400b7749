import type { LocalPlan } from '../assembly/plan.ts';
import type { ObjectCreated } from '../emulators/s3/s3.ts';

type Notification = LocalPlan['notifications'][number];

/** ARNs of the queues that a bucket's configuration notifies of this new object. */
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
