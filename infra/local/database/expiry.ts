import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { TableSpec } from '../assembly/plan.ts';
import { operatorKey } from '../iam/keys.ts';

const service = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } as const;
/** Items that expired longer ago stay. */
const fiveYears = 5 * 365 * 86_400;
const rememberedMs = 600_000;

interface Options {
  tables: readonly Pick<TableSpec, 'name' | 'KeySchema' | 'TimeToLiveSpecification'>[];
  endpoint: string;
  region: string;
  now: () => number;
  everySeconds: number;
}

/**
 * Time to live: every so often, items whose time is over leave their table, with a record in its stream that names the
 * service. DynamoDB Local can do it, but knows only real time.
 * Source: DynamoDB Developer Guide, "Using time to live (TTL) in DynamoDB".
 */
export function startExpiry({ tables, endpoint, region, now, everySeconds }: Options) {
  const client = new DynamoDBClient({ endpoint, region, credentials: operatorKey, maxAttempts: 1 });
  const removed = new Map<string, number>();
  const live = tables.filter(({ TimeToLiveSpecification: time }) => time?.Enabled);

  const removeFrom = async ({ name, KeySchema, TimeToLiveSpecification }: (typeof live)[number]) => {
    const ttl = TimeToLiveSpecification?.AttributeName ?? '';
    const keyNames = KeySchema.map(({ AttributeName }) => AttributeName);
    const names = Object.fromEntries([...keyNames, ttl].map((word, index) => [`#${index}`, word]));
    const attribute = `#${keyNames.length}`;
    const seconds = Math.floor(now() / 1000);
    const pages = paginateScan(
      { client },
      {
        TableName: name,
        ConsistentRead: true,
        ProjectionExpression: Object.keys(names).join(),
        FilterExpression: `${attribute} BETWEEN :oldest AND :now`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':oldest': { N: String(seconds - fiveYears) }, ':now': { N: String(seconds) } },
      },
    );
    for await (const { Items = [] } of pages) {
      for (const item of Items) {
        const Key = Object.fromEntries(Object.entries(item).filter(([word]) => keyNames.includes(word)));
        const time = item[ttl];
        if (!time) continue;
        const mark = markOf(Key, time);
        removed.set(mark, performance.now());
        await client
          .send(
            new DeleteItemCommand({
              TableName: name,
              Key,
              // Somebody may have given it more time.
              ConditionExpression: '#ttl = :seen',
              ExpressionAttributeNames: { '#ttl': ttl },
              ExpressionAttributeValues: { ':seen': time },
            }),
          )
          .catch((error: unknown) => {
            removed.delete(mark);
            if (!(error instanceof ConditionalCheckFailedException)) throw error;
          });
      }
    }
  };

  const sweep = async () => {
    for (const [mark, at] of removed) if (performance.now() - at > rememberedMs) removed.delete(mark);
    // A database that is down is asked again at the next turn.
    for (const table of live) await removeFrom(table).catch(() => {});
  };
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    });
  }, everySeconds * 1000).unref();

  return {
    /** The service, for the record of an item that it has removed because its time was over. */
    removedBy: ({ eventName, dynamodb }: StreamRecord) => {
      if (eventName !== 'REMOVE' || !dynamodb?.Keys) return undefined;
      const { Keys, OldImage } = dynamodb;
      const times = live.map(({ TimeToLiveSpecification: time }) => OldImage?.[time?.AttributeName ?? '']);
      const isOurs = times.some((time) => time && removed.has(markOf(Keys, time)));
      return isOurs ? service : undefined;
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      client.destroy();
    },
  };
}

const markOf = (key: Readonly<Record<string, AttributeValue>>, time: AttributeValue): string =>
  JSON.stringify([Object.entries(key).toSorted(([a], [b]) => a.localeCompare(b)), time.N]);
