import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';

type Asked = Readonly<Record<string, string>>;
interface Question {
  KeyConditionExpression: string;
  ExpressionAttributeValues: Asked;
}

/** A table that answers reads from `items`; nothing can be written. */
export function tableOf(items: readonly Item[]): Table {
  const world = new Map(items.map((item) => [nameOf(item), item]));
  const find = (key: Item) => world.get(nameOf(key));
  const table = openTable(
    'matrix',
    new DynamoDBClient({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }),
  );
  const mock = mockClient(table.documents);
  mock.on(GetCommand).callsFake(({ Key }: { Key: Item }) => ({ Item: find(Key) }));
  mock.on(BatchGetCommand).callsFake(({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] }> }) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([table, { Keys }]) => [table, Keys.flatMap((key) => find(key) ?? [])]),
    ),
  }));
  mock.on(QueryCommand).callsFake((question: Question) => ({ Items: items.filter((item) => isIn(item, question)) }));
  return table;
}

const nameOf = ({ pk, sk }: Item) => `${String(pk)}|${String(sk)}`;

/** Every query names its partition first, then the range in it: nothing, a prefix, or both ends. */
function isIn(item: Item, { KeyConditionExpression: condition, ExpressionAttributeValues: asked }: Question): boolean {
  const [partition, from = '', to] = [...condition.matchAll(/:\w+/g)].map(([name]) => asked[name] ?? '');
  const index = condition.startsWith('pk') ? '' : condition.slice(0, 'gs1'.length);
  const sk = String(item[`${index}sk`]);
  if (item[`${index}pk`] !== partition) return false;
  return to === undefined ? sk.startsWith(from) : sk >= from && sk <= to;
}
