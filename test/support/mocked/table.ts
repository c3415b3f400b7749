import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { type Item, openTable } from '#functions/platform/table.ts';

/** An expression of DynamoDB with its placeholders. */
export interface Expression {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
}

export interface Question extends Expression {
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly IndexName?: string;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly Select?: string;
  readonly ConsistentRead?: boolean;
}

/** A table whose mocked client answers reads from `items`. It evaluates no filters, and writes have no answer. */
export function mockedTable(items: readonly Item[]) {
  const world = new Map(items.map((item) => [nameOf(item), item]));
  const find = (key: Item) => world.get(nameOf(key));
  const client = new DynamoDBClient({
    region: 'eu-west-3',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  const table = openTable('mocked', client);
  const aws = mockClient(table.documents);
  // A condition has failed, unless a test gives the item after the update.
  aws.on(UpdateCommand).resolves({});
  aws.on(GetCommand).callsFake(({ Key }: { Key: Item }) => ({ Item: find(Key) }));
  aws.on(BatchGetCommand).callsFake(({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] }> }) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys }]) => [name, Keys.flatMap((key) => find(key) ?? [])]),
    ),
  }));
  aws.on(QueryCommand).callsFake((question: Question) => pageOf([...world.values()], question));
  return { table, aws };
}

export const nameOf = ({ pk, sk }: Item) => `${String(pk)} ${String(sk)}`;

/** The expression with its names, and with its values where `shown` gives a text for them. */
export const resolved = (
  text: string,
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Expression,
  shown = (value: unknown): string | undefined => JSON.stringify(value),
): string =>
  text.replaceAll(/[#:]\w+/g, (placeholder) =>
    placeholder.startsWith('#') ? (names[placeholder] ?? placeholder) : (shown(values[placeholder]) ?? placeholder),
  );

function pageOf(items: readonly Item[], question: Question) {
  const { IndexName: index = '', Limit = items.length, ScanIndexForward: isAscending = true } = question;
  const order = (item: Item) => String(item[`${index}sk`]);
  const matches = items
    .filter((item) => isIn(item, question))
    .sort((a, b) => (order(a) < order(b) === isAscending ? -1 : 1));
  const page = matches.slice(0, Limit);
  const last = matches.length > Limit ? page.at(-1) : undefined;
  const names = new Set([`${index}pk`, `${index}sk`, 'pk', 'sk']);
  return {
    Count: page.length,
    ...(question.Select === 'COUNT' ? {} : { Items: page }),
    ...(last ? { LastEvaluatedKey: Object.fromEntries([...names].map((name) => [name, last[name]])) } : {}),
  };
}

const comparisons: Readonly<Record<string, (sort: string, bound: string, last: string) => boolean>> = {
  '=': (sort, bound) => sort === bound,
  '<': (sort, bound) => sort < bound,
  '>': (sort, bound) => sort > bound,
  '<=': (sort, bound) => sort <= bound,
  '>=': (sort, bound) => sort >= bound,
  begins_with: (sort, bound) => sort.startsWith(bound),
  BETWEEN: (sort, bound, last) => sort >= bound && sort <= last,
};

/** Every query has its partition first, then the range in it. */
function isIn(item: Item, question: Question): boolean {
  const condition = resolved(question.KeyConditionExpression, question, () => undefined);
  const [partition, bound, last] = [...condition.matchAll(/:\w+/g)].map(([name]) =>
    String(question.ExpressionAttributeValues?.[name]),
  );
  const index = question.IndexName ?? '';
  if (item[`${index}pk`] !== partition) return false;
  if (bound === undefined) return true;
  const range = condition.slice(condition.indexOf(' AND ') + ' AND '.length);
  const [operator = ''] = /begins_with|BETWEEN|[<>=]+/.exec(range) ?? [];
  return comparisons[operator]?.(String(item[`${index}sk`]), bound, last ?? '') ?? false;
}
