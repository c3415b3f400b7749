import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableSpec } from '../assembly/plan.ts';
import { operatorKey as credentials } from '../iam/keys.ts';

const shown = 50;

export interface RowsQuery {
  /** Empty for the table itself. */
  readonly index: string;
  readonly partition: string;
  readonly sort: string;
}

export interface Rows {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly isCut: boolean;
}

export function keyNamesOf(
  { KeySchema, GlobalSecondaryIndexes = [] }: Pick<TableSpec, 'KeySchema' | 'GlobalSecondaryIndexes'>,
  index: string,
): [string, string] {
  const schema = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index)?.KeySchema ?? KeySchema;
  const named = (type: 'HASH' | 'RANGE') => schema.find(({ KeyType }) => KeyType === type)?.AttributeName ?? '';
  return [named('HASH'), named('RANGE')];
}

/** Reads rows of a table for its page, past the guard, so that faults and rights do not count. */
export function openRows(table: TableSpec, endpoint: string, region: string) {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  return {
    async read({ index, partition, sort }: RowsQuery): Promise<Rows> {
      if (partition === '') return { items: [], isCut: false };
      const [partitionKey, sortKey] = keyNamesOf(table, index);
      const { Items = [], LastEvaluatedKey } = await documents.send(
        new QueryCommand({
          TableName: table.name,
          ...(index !== '' && { IndexName: index }),
          KeyConditionExpression: `#partition = :partition${sort === '' ? '' : ' AND begins_with(#sort, :sort)'}`,
          ExpressionAttributeNames: { '#partition': partitionKey, ...(sort !== '' && { '#sort': sortKey }) },
          ExpressionAttributeValues: { ':partition': partition, ...(sort !== '' && { ':sort': sort }) },
          Limit: shown,
        }),
      );
      return { items: Items, isCut: LastEvaluatedKey !== undefined };
    },
    close: () => documents.destroy(),
  };
}
