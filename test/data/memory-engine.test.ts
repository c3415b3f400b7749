import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { type FreshTable, freshTable, onDynamoDb, tableInMemory } from '../support/table.ts';

type Request = Readonly<Record<string, unknown>>;
const key = (name: string) => ({ pk: 'P', sk: name });
const item = (name: string, facts: Request = {}) => ({ ...key(name), ...facts });
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => key(`#${at}`));

const put = (facts: Request, more: Request = {}) => new PutCommand({ TableName: 't', Item: facts, ...more });
const update = (name: string, UpdateExpression: string, values: Request = {}, more: Request = {}) =>
  new UpdateCommand({
    TableName: 't',
    Key: key(name),
    UpdateExpression,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    ReturnValues: 'ALL_NEW',
    ...more,
  });
const query = (KeyConditionExpression: string, values: Request, more: Request = {}) =>
  new QueryCommand({ TableName: 't', KeyConditionExpression, ExpressionAttributeValues: values, ...more });
const all = (more: Request = {}) => query('pk = :p', { ':p': 'P' }, more);
const together = (...TransactItems: Request[]) => new TransactWriteCommand({ TransactItems } as never);
const part = (facts: Request) => ({ Put: { TableName: 't', Item: facts } });
const check = (name: string, ConditionExpression: string) => ({
  ConditionCheck: { TableName: 't', Key: key(name), ConditionExpression },
});

/** Requests in their order, on one table: each has the same answer, or refusal, on both engines. */
const requests = {
  'an item': put(item('a', { n: 1, words: ['x'], things: { deep: { n: 2 } }, set: new Set(['x', 'y']) })),
  'an item of a list': put(item('b', { gs1pk: 'G', gs1sk: '1', kind: 'b', record: { n: 1 } })),
  'a second one': put(item('c', { gs1pk: 'G', gs1sk: '2', gs3pk: 'S', gs3sk: '1', kind: 'c', record: { n: 2 } })),
  'without a key': put({ pk: 'P', n: 1 }),
  'with an empty key': put({ pk: 'P', sk: '' }),
  'with a number as key': put({ pk: 'P', sk: 7 }),
  'with a number as key of a list': put(item('d', { gs1pk: 7, gs1sk: '1' })),
  'with an empty key of a list': put(item('d', { gs1pk: '', gs1sk: '1' })),
  'too large': put(item('d', { text: 'x'.repeat(420_000) })),
  'on a condition that fails': put(item('a'), { ConditionExpression: 'attribute_not_exists(pk)' }),
  'a value that is not used': put(item('d'), { ExpressionAttributeValues: { ':v': 1 } }),
  'a name that is not used': put(item('d'), {
    ConditionExpression: 'attribute_not_exists(pk)',
    ExpressionAttributeNames: { '#n': 'n' },
  }),
  'a value that is not given': put(item('d'), { ConditionExpression: 'n = :v' }),
  'a change': update('a', 'SET things.deep.n = :v, fresh = if_not_exists(fresh, :v) ADD n :v REMOVE words', {
    ':v': 3,
  }),
  'a sum': update('a', 'SET n = n - :v', { ':v': 2 }),
  'a change of a set': update(
    'a',
    'DELETE #s :v',
    { ':v': new Set(['x']) },
    { ExpressionAttributeNames: { '#s': 'set' } },
  ),
  'the last of a set': update(
    'a',
    'DELETE #s :v',
    { ':v': new Set(['y']) },
    { ExpressionAttributeNames: { '#s': 'set' } },
  ),
  'a change that makes the item': update('e', 'SET n = :v', { ':v': 1 }),
  'a change in a map that is not there': update('a', 'SET other.n = :v', { ':v': 1 }),
  'a change of a key': update('a', 'SET sk = :v', { ':v': 'z' }),
  'a change of one path twice': update('a', 'SET n = :v REMOVE n', { ':v': 1 }),
  'a change of a path and of what is in it': update('a', 'SET things.deep = :v REMOVE things.deep.n', { ':v': 1 }),
  'a change on a condition': update(
    'a',
    'SET n = :v',
    { ':v': 9 },
    { ConditionExpression: 'n > :v OR attribute_not_exists(n)' },
  ),
  'a condition of a set, a range and a start': update(
    'b',
    'SET n = :v',
    { ':v': 5, ':from': 'a', ':to': 'c', ':start': 'b' },
    { ConditionExpression: 'kind BETWEEN :from AND :to AND begins_with(kind, :start) AND NOT kind IN (:from, :to)' },
  ),
  'a comparison of other kinds of values': update(
    'b',
    'SET n = :v',
    { ':v': 5, ':text': 'x' },
    { ConditionExpression: 'n < :text' },
  ),
  'a transaction': together(part(item('f', { n: 1 })), check('a', 'attribute_exists(pk)')),
  'a transaction with a check that fails': together(part(item('g')), check('none', 'attribute_exists(pk)')),
  'a transaction that knows an item twice': together(part(item('g')), part(item('g', { n: 1 }))),
  'a transaction of too many': together(...keysOf(101).map((one) => part(one))),
  'a transaction with an empty key': together(part({ pk: 'P', sk: '' }), part(item('g'))),
  'nothing of a refused transaction': new GetCommand({ TableName: 't', Key: key('g') }),
  'a part of the items': all({ Limit: 2 }),
  'the part after it': all({ Limit: 2, ExclusiveStartKey: key('b') }),
  'the last part': all({ Limit: 9, ExclusiveStartKey: key('c') }),
  'from the end': all({ ScanIndexForward: false, Limit: 2 }),
  'a count of some': query(
    'pk = :p AND sk > :a',
    { ':p': 'P', ':a': 'a', ':n': 1 },
    { FilterExpression: 'n = :n', Select: 'COUNT' },
  ),
  'a list': query('gs1pk = :g', { ':g': 'G' }, { IndexName: 'gs1', Limit: 1 }),
  'the facts that a list has': query('gs3pk = :s', { ':s': 'S' }, { IndexName: 'gs3' }),
  'a list that is read for sure': query('gs1pk = :g', { ':g': 'G' }, { IndexName: 'gs1', ConsistentRead: true }),
  'a deletion': new DeleteCommand({ TableName: 't', Key: key('f'), ConditionExpression: 'attribute_exists(pk)' }),
  'a deletion of nothing': new DeleteCommand({ TableName: 't', Key: key('f') }),
  'items by their keys': new BatchGetCommand({ RequestItems: { t: { Keys: [key('a'), key('none')] } } }),
  'a key twice': new BatchGetCommand({ RequestItems: { t: { Keys: [key('a'), key('a')] } } }),
  'too many keys': new BatchGetCommand({ RequestItems: { t: { Keys: keysOf(101) } } }),
  'a batch': new BatchWriteCommand({ RequestItems: { t: keysOf(25).map((one) => ({ PutRequest: { Item: one } })) } }),
  'a batch of too many': new BatchWriteCommand({
    RequestItems: { t: keysOf(26).map((one) => ({ PutRequest: { Item: one } })) },
  }),
  'what is there at the end': all({ ConsistentRead: true }),
} as const;

interface Sent {
  readonly constructor: unknown;
  readonly input: object;
}

/** The same request to the table of this name. */
function to(name: string, { constructor, input }: Sent): never {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null || value instanceof Set) return value;
    const facts = Object.entries(value).map(([fact, is]) => [
      fact === 't' ? name : fact,
      fact === 'TableName' ? name : named(is),
    ]);
    return Object.fromEntries(facts);
  };
  return new (constructor as new (input: unknown) => never)(named(input));
}

interface Refused {
  readonly name: string;
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

/** The facts of the answer, or the refusal with the reasons of a transaction. */
async function outcome({ name, documents }: FreshTable, request: Sent): Promise<unknown> {
  try {
    const { Item, Items, Count, Attributes, Responses, LastEvaluatedKey } = (await documents.send(
      to(name, request),
    )) as Record<string, unknown>;
    return { Item, Items, Count, Attributes, LastEvaluatedKey, Responses: Responses && Object.values(Responses) };
  } catch (fault) {
    const { name: refusal, CancellationReasons } = fault as Refused;
    return { refusal, reasons: CancellationReasons?.map(({ Code }) => Code) };
  }
}

test(
  'the table in memory answers and refuses as DynamoDB Local does',
  onDynamoDb(async () => {
    const real = await freshTable();
    const memory = tableInMemory();
    for (const [what, request] of Object.entries(requests))
      expect.soft({ [what]: await outcome(memory, request) }).toEqual({ [what]: await outcome(real, request) });
  }),
);
