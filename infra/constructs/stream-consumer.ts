import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { keys } from '#functions/platform/keys.ts';
import { dispatchedKinds, type ItemKind, projectedKinds } from '#functions/platform/kinds.ts';
import { ImpactAlarm } from './alarm.ts';
import { SliceFunction, type SliceFunctionProps } from './slice-function.ts';

/** A pattern of Lambda's event filtering; a record passes a mapping when one of its patterns matches. */
interface Pattern {
  readonly [name: string]: Pattern | readonly string[];
}

/** Changes and additions have a new image, removals only an old one. Of threads see `ofThreads`. */
const ofKinds = (kinds: readonly ItemKind[]): Pattern[] => {
  const always = kinds.filter((kind) => kind !== 'thread');
  return [{ dynamodb: { NewImage: { kind: { S: always } } } }, { dynamodb: { OldImage: { kind: { S: always } } } }];
};

/** Each message changes the head of its thread, which marks the changes that matter to consumers. */
const ofThreads = (...changes: ('opened' | 'answered' | 'read')[]): Pattern => ({
  dynamodb: { NewImage: { kind: { S: ['thread'] }, change: { S: changes } } },
});

const ofKeys = (name: 'pk' | 'sk', value: string): Pattern => ({ dynamodb: { Keys: { [name]: { S: [value] } } } });

/**
 * The changes that each consumer of the stream follows. One act of a member writes some ten items, and most of them
 * (search rows, limits, stored answers, the projector's own marks) concern no consumer. A mapping takes five patterns.
 */
export const streamFilters = {
  projector: [...ofKinds(projectedKinds), ofThreads('opened', 'answered')],
  dispatcher: [
    ...ofKinds(dispatchedKinds),
    ofThreads('read'),
    // Counters have no kind; open pages show them as badges.
    ofKeys('pk', keys.adminCounters().pk),
    ofKeys('sk', keys.stats('').sk),
  ],
} as const satisfies Record<string, readonly Pattern[]>;

export interface StreamConsumerProps extends SliceFunctionProps {
  readonly table: ITable;
  /** Gets whole batches that failed every try; `npm run redrive` reads it. */
  readonly failedEvents: IBucket;
}

/** A reader of the table's stream. A shard serves two readers, so there are never more than two of these. */
export class StreamConsumer extends SliceFunction {
  constructor(scope: Construct, name: keyof typeof streamFilters, props: StreamConsumerProps) {
    super(scope, name, props);
    // The rights that Lambda needs; CDK's own destination would also allow it to read and delete.
    const { bucketArn } = props.failedEvents;
    this.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucketArn] }));
    this.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: [`${bucketArn}/*`] }));
    const source = new DynamoEventSource(props.table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 25,
      maxBatchingWindow: Duration.seconds(0),
      filters: streamFilters[name].map((pattern) => FilterCriteria.filter(pattern)),
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // Outlasts a database that is away for a minute; a change that fails for good holds its shard up for two.
      retryAttempts: 15,
      maxRecordAge: Duration.hours(6),
      // A queue would get only positions in a stream that keeps records for a day; S3 gets the records.
      onFailure: { bind: () => ({ destination: bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    this.addEventSource(source);
    new ImpactAlarm(scope, `${this.node.id}Late`, {
      impact: `${name} is more than a minute late: ${this.impact}`,
      page: 'stream-late.md',
      topic: props.topic,
      metric: this.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: 60_000,
      periods: 3,
    });
    new ImpactAlarm(scope, `${this.node.id}GaveUp`, {
      impact: `${name} has given up on some records. They wait for npm run redrive: ${this.impact}`,
      page: 'stream-gave-up.md',
      topic: props.topic,
      // A record returned in a partial failure is no error of the function, so the error alarm does not count it.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'OnFailureDestinationDeliveredEventCount',
        dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 1,
    });
  }
}
