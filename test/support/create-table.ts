import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { tableShape } from '#functions/platform/keys.ts';

/** An access key that nothing else has: DynamoDB Local keeps a database for each. */
export const newAccessKey = () => randomUUID().replaceAll('-', '');

/** A name that no other table has; it tells in whose database the table is. */
export const newTableName = (accessKeyId = 'local') => `${accessKeyId}.${randomUUID()}`;

/** Makes an empty table with the product's keys, indexes and, unless said otherwise, stream; its name. */
export async function createTable(
  client: DynamoDBClient,
  name = newTableName(),
  { hasStream = true } = {},
): Promise<string> {
  const indexes = Object.entries(tableShape.indexes);
  const attributes = [tableShape.partitionKey, tableShape.sortKey, ...indexes.flatMap(([index]) => keysOf(index))];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: schema(tableShape.partitionKey, tableShape.sortKey),
      GlobalSecondaryIndexes: indexes.map(([index, shape]): GlobalSecondaryIndex => {
        const [partition, sort] = keysOf(index);
        const NonKeyAttributes = 'attributes' in shape ? [...shape.attributes] : undefined;
        return {
          IndexName: index,
          KeySchema: schema(partition, sort),
          Projection: { ProjectionType: shape.projection, NonKeyAttributes },
        };
      }),
      StreamSpecification: hasStream ? { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } : undefined,
    }),
  );
  return name;
}

const keysOf = (index: string) => [`${index}pk`, `${index}sk`] as const;

const schema = (partition: string, sort: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];
