import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { constructStack } from '@smithy/core/client';
import type { DynamoDBRecord } from 'aws-lambda';
import { tableShape } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { holds, updated } from './expressions.ts';
import {
  checkBatch,
  checkRead,
  checkTransaction,
  checkWrite,
  checkWritten,
  type Read,
  type Write,
} from './refusals.ts';

type Stored = Record<string, unknown>;
type Index = keyof typeof tableShape.indexes;

interface BatchPart {
  readonly PutRequest?: Pick<Write, 'Item'>;
  readonly DeleteRequest?: Pick<Write, 'Key'>;
}

/** One change of an item, in the order of the writes. */
interface Change {
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

const nameOf = ({ pk, sk }: Item) => `${String(pk)}|${String(sk)}`;
const textIn = (item: Item, name: string) => item[name] as string;
const sizeOfPage = 1_000_000;

/** The name of the step that answers in place of AWS. */
export const inMemory = 'tableInMemory';

export type MemoryEngine = ReturnType<typeof memoryEngine>;

/**
 * The table in memory, with the answers of DynamoDB: conditions, transactions, indexes, pages, refusals. It remembers
 * each change, so that a test can read it as a stream, and take it back. An unknown expression or command is an error.
 */
export function memoryEngine(name = 'memory') {
  const store = storage();
  const answers: Readonly<Record<string, (request: never) => object>> = { ...reads(store), ...writes(store) };
  const client = new DynamoDBClient({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  // The SDK would sort its own steps for each call, although none of them runs: a sixth of all work on data.
  const steps = constructStack<ServiceInputTypes, ServiceOutputTypes>();
  steps.concat = () => steps as never;
  Object.assign(client, { middlewareStack: steps });
  steps.add(
    (_next, { commandName = '' }) =>
      async ({ input }) => {
        const answer = answers[commandName];
        if (!answer) throw new Error(`The table in memory does not know ${commandName}`);
        return { response: {}, output: { ...answer(input as never), $metadata: {} } as never };
      },
    // The document client wants a step of this name.
    { name: inMemory, aliases: ['serializerMiddleware'], step: 'initialize', priority: 'high' },
  );
  const { items, changesSince, moment, backTo } = store;
  /** The changes since a moment, as the stream shows them. */
  const recordsSince = (from: number) => changesSince(from).map((change, at) => recordOf(change, from + at));
  return { name, client, items, changesSince, recordsSince, moment, backTo };
}

function recordOf({ before, after }: Change, at: number): DynamoDBRecord {
  const { pk, sk } = after ?? before ?? {};
  return {
    eventID: `change-${at}`,
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      Keys: marshall({ pk, sk }),
      SequenceNumber: String(at),
      ...(before ? { OldImage: marshall(before) } : {}),
      ...(after ? { NewImage: marshall(after) } : {}),
    },
  } as DynamoDBRecord;
}

type Store = ReturnType<typeof storage>;

/** The items by their key and by the lists that contain them, and how they came to be. */
function storage() {
  const items = new Map<string, Stored>();
  const indexes = ['table', ...(Object.keys(tableShape.indexes) as Index[])] as const;
  const partitions = new Map(indexes.map((index) => [index, new Map<string, Map<string, Stored>>()]));
  let changes: Change[] = [];

  function place({ before, after }: Change): void {
    for (const [index, lists] of partitions) {
      const pk = index === 'table' ? 'pk' : `${index}pk`;
      if (before?.[pk] !== undefined) lists.get(textIn(before, pk))?.delete(nameOf(before));
      if (after?.[pk] === undefined) continue;
      const list = lists.get(textIn(after, pk)) ?? new Map<string, Stored>();
      lists.set(textIn(after, pk), list.set(nameOf(after), after));
    }
    if (after) items.set(nameOf(after), after);
    else if (before) items.delete(nameOf(before));
  }

  return {
    items,
    find: ({ Item, Key = Item ?? {} }: Pick<Write, 'Item' | 'Key'>) => items.get(nameOf(Key)),
    list: (index: Index | undefined, pk: string) => [
      ...(partitions
        .get(index ?? 'table')
        ?.get(pk)
        ?.values() ?? []),
    ],
    write: (key: Stored, after: Stored | undefined): void => {
      const change = { before: items.get(nameOf(key)), after: after && clean(after) };
      if (!change.before && !change.after) return;
      place(change);
      changes.push(change);
    },
    /** The changes since a moment in the life of the table. */
    changesSince: (moment: number): readonly Change[] => changes.slice(moment),
    moment: () => changes.length,
    /** Takes back every change since a moment. */
    backTo: (moment: number): void => {
      for (const { before, after } of changes.slice(moment).toReversed()) place({ before: after, after: before });
      changes = changes.slice(0, moment);
    },
  };
}

function writes({ find, write }: Store) {
  /** The item after a write; undefined for none. */
  const result = (kind: string, request: Write): Stored | undefined => {
    const { Item, Key = {}, UpdateExpression = '' } = request;
    if (kind === 'Update') return updated(UpdateExpression, find(request) ?? Key, clean(request));
    return kind === 'Put' ? Item : undefined;
  };
  const resultChecked = (kind: string, request: Write) => {
    const after = result(kind, request);
    checkWritten(after);
    return after;
  };
  const keyOf = ({ Item, Key = Item ?? {} }: Write) => Key;
  const isMet = (request: Write) => holds(request.ConditionExpression, find(request), request);
  const oldIn = (request: Write) => {
    const old = find(request);
    return old ? { Item: marshall(old) } : {};
  };

  const alone = (kind: string) => (request: Write) => {
    checkWrite(kind, request);
    const old = find(request);
    if (!isMet(request))
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...oldIn(request),
      });
    write(keyOf(request), resultChecked(kind, request));
    const shown = { ALL_OLD: old, ALL_NEW: find(request) }[request.ReturnValues ?? ''];
    return shown ? { Attributes: shown } : {};
  };

  function together({ TransactItems }: { TransactItems: readonly Readonly<Record<string, Write>>[] }) {
    const parts = TransactItems.flatMap((part) => Object.entries(part));
    checkTransaction(parts.map(([, request]) => keyOf(request)));
    for (const [kind, request] of parts) checkWrite(kind, request);
    const CancellationReasons = parts.map(([, request]) =>
      isMet(request) ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', ...oldIn(request) },
    );
    if (CancellationReasons.some(({ Code }) => Code !== 'None'))
      throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
    const changes = parts.filter(([kind]) => kind !== 'ConditionCheck');
    const results = changes.map(([kind, request]) => [keyOf(request), resultChecked(kind, request)] as const);
    for (const [key, after] of results) write(key, after);
    return {};
  }

  function batch({ RequestItems }: { RequestItems: Readonly<Record<string, readonly BatchPart[]>> }) {
    const parts = Object.values(RequestItems).flat();
    const writesOf = parts.map(({ PutRequest, DeleteRequest }): Write => PutRequest ?? DeleteRequest ?? {});
    checkBatch(writesOf.map(keyOf), 25);
    for (const request of writesOf) checkWritten(request.Item);
    for (const request of writesOf) write(keyOf(request), request.Item);
    return { UnprocessedItems: {} };
  }

  return {
    PutItemCommand: alone('Put'),
    DeleteItemCommand: alone('Delete'),
    UpdateItemCommand: alone('Update'),
    TransactWriteItemsCommand: together,
    BatchWriteItemCommand: batch,
  };
}

function reads({ items, find, list }: Store) {
  function query(request: Read) {
    checkRead(request);
    const { IndexName, Limit = Number.POSITIVE_INFINITY, ExclusiveStartKey: start, Select } = request;
    const [pk, sk] = IndexName ? [`${IndexName}pk`, `${IndexName}sk`] : ['pk', 'sk'];
    const [, name = ''] = new RegExp(`${pk} = (:\\w+)`).exec(request.KeyConditionExpression) ?? [];
    const order = (item: Stored) => `${textIn(item, sk)}\n${nameOf(item)}`;
    const isBackwards = request.ScanIndexForward === false;
    const found = list(IndexName, textIn(request.ExpressionAttributeValues ?? {}, name))
      .filter((item) => item[sk] !== undefined && holds(request.KeyConditionExpression, item, request))
      .filter((item) => !start || (isBackwards ? order(item) < order(start) : order(item) > order(start)))
      .toSorted((a, b) => (order(a) < order(b) === isBackwards ? 1 : -1));
    let size = 0;
    const end = found.findIndex((item, at) => at >= Limit || (size += sizeOf(item)) > sizeOfPage);
    const page = end < 0 ? found : found.slice(0, end);
    const last = page.length < found.length || page.length === Limit ? page.at(-1) : undefined;
    const kept = page
      .map((item) => shownIn(IndexName, item))
      .filter((item) => holds(request.FilterExpression, item, request));
    return {
      Count: kept.length,
      ...(Select === 'COUNT' ? {} : { Items: kept }),
      ...(last ? { LastEvaluatedKey: { pk: last['pk'], sk: last['sk'], [pk]: last[pk], [sk]: last[sk] } } : {}),
      ConsumedCapacity: { CapacityUnits: Math.ceil(size / 4096) / 2 },
    };
  }
  function many({ RequestItems }: { RequestItems: Record<string, { Keys: Stored[] }> }) {
    const asked = Object.entries(RequestItems);
    checkBatch(
      asked.flatMap(([, { Keys }]) => Keys),
      100,
    );
    return {
      Responses: Object.fromEntries(
        asked.map(([name, { Keys }]) => [name, Keys.flatMap((Key) => find({ Key }) ?? [])]),
      ),
    };
  }
  return {
    GetItemCommand: ({ Key }: { Key: Stored }) => ({ Item: find({ Key }) }),
    BatchGetItemCommand: many,
    QueryCommand: query,
    ScanCommand: () => ({ Items: [...items.values()] }),
  };
}

const sizes = new WeakMap<object, number>();
function sizeOf(item: Stored): number {
  const known = sizes.get(item) ?? JSON.stringify(item).length;
  sizes.set(item, known);
  return known;
}

/** Without undefined facts, as the document client removes them; frozen, because reads hand it out as it is. */
function clean<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(clean)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Set || value instanceof Uint8Array) return value;
  const facts = Object.entries(value).filter(([, fact]) => fact !== undefined);
  return Object.freeze(Object.fromEntries(facts.map(([name, fact]) => [name, clean(fact)]))) as T;
}

/** The attributes that an index contains. */
function shownIn(index: Index | undefined, item: Stored): Stored {
  const shape = index && tableShape.indexes[index];
  if (!shape || shape.projection === 'ALL') return item;
  const keys = [
    'pk',
    'sk',
    `${index}pk`,
    `${index}sk`,
    ...('attributes' in shape ? (shape.attributes as readonly string[]) : []),
  ];
  return Object.fromEntries(Object.entries(item).filter(([name]) => keys.includes(name)));
}
