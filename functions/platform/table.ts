import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Refusal } from '#shared/refusal.ts';
import type { UploadKind } from '#shared/values/files.ts';
import type { Key } from './keys.ts';
import type { ItemKind } from './kinds.ts';
import { jitter } from './retry.ts';

export type Item = Readonly<Record<string, unknown>>;

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** An item as it is written. Its kind, if any, is one of the list. */
type NewItem = Item & Key & { readonly kind?: ItemKind | UploadKind };

export interface Condition {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One part of a transaction and the meaning of its failed condition; `old` is the stored item. */
export interface Write {
  readonly item: TransactItem;
  readonly refuse?: ((old: Item | undefined) => Refusal) | undefined;
}

class Expression implements Condition {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;

  constructor(text: string, names: Expression['names'], values: Expression['values'] = {}) {
    this.expression = text;
    this.names = names;
    this.values = values;
  }
}

/** Placeholders are numbered through, because a write joins the expressions of its change and its condition. */
let placeholders = 0;

/** An attribute whose name is known at run time only. */
export function attribute(name: string): Condition {
  const placeholder = `#${placeholders++}`;
  return new Expression(placeholder, { [placeholder]: name });
}

/**
 * A change or a condition as DynamoDB reads it: `#status = ${status}`. A word behind # is the name of an attribute.
 * Inserted are values and other expressions.
 */
export function expression(texts: TemplateStringsArray, ...inserted: readonly unknown[]): Condition {
  const parts = inserted.map((part) => {
    if (part instanceof Expression) return part;
    const placeholder = `:${placeholders++}`;
    return new Expression(placeholder, {}, { [placeholder]: part });
  });
  const words = texts.flatMap((text) => text.match(/#\w+/g) ?? []);
  const { names, values } = joined(parts, '');
  return new Expression(
    String.raw({ raw: texts }, ...parts.map((part) => part.expression)),
    { ...Object.fromEntries(words.map((word) => [word, word.slice(1)])), ...names },
    values,
  );
}

function joined(parts: readonly Condition[], separator: string): Condition {
  return new Expression(
    parts.map((part) => part.expression).join(separator),
    Object.assign({}, ...parts.map(({ names }) => names)),
    Object.assign({}, ...parts.map(({ values }) => values)),
  );
}

export const absent = expression`attribute_not_exists(pk)`;
export const present = expression`attribute_exists(pk)`;

/** The item still has the version that the caller's rule was applied to. */
export const atVersion = (version: number): Condition => expression`#version = ${version}`;

/** A field of the item's record has exactly this value. */
export const recordHaving = (fact: string, value: unknown): Condition =>
  expression`#record.${attribute(fact)} = ${value}`;

/** A change of facts in a record, and of attributes beside it: each is set, or removed if it is undefined. */
export function setting(facts: Readonly<Record<string, unknown>>, beside: Item = {}): Condition {
  const changes = [
    ...Object.entries(facts).map(([name, value]) => ({ value, path: expression`#record.${attribute(name)}` })),
    ...Object.entries(beside).map(([name, value]) => ({ value, path: attribute(name) })),
  ];
  const sets = changes
    .filter(({ value }) => value !== undefined)
    .map(({ path, value }) => expression`${path} = ${value}`);
  const removes = changes.filter(({ value }) => value === undefined).map(({ path }) => path);
  return changing(sets, removes);
}

/** The update that makes each of these changes, and removes these attributes. */
export const changing = (sets: readonly Condition[], removes: readonly Condition[] = []): Condition =>
  joined(
    [
      ...(sets.length > 0 ? [expression`SET ${joined(sets, ', ')}`] : []),
      ...(removes.length > 0 ? [expression`REMOVE ${joined(removes, ', ')}`] : []),
    ],
    ' ',
  );

export const all = (...conditions: Condition[]): Condition =>
  joined(
    conditions.map(({ expression, names = {}, values }) => new Expression(`(${expression})`, names, values)),
    ' AND ',
  );

const some = (record: Readonly<Record<string, unknown>> | undefined) =>
  record !== undefined && Object.keys(record).length > 0;

function conditioned(condition: Condition | undefined) {
  if (!condition) return {};
  return {
    ConditionExpression: condition.expression,
    ...(some(condition.names) ? { ExpressionAttributeNames: { ...condition.names } } : {}),
    ...(some(condition.values) ? { ExpressionAttributeValues: { ...condition.values } } : {}),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Errors of AWS that mean "not now": the caller gets 503 and may retry. */
const unavailableErrors = new Set([
  // An earlier try of the same transaction, whose answer was lost, is still in progress.
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'NetworkingError',
]);

const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  return (
    unavailableErrors.has(error.name) || unavailableErrors.has(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500
  );
};

const tries = 4;
/** Permanent reasons of a cancelled transaction: an item above 400 kB, an invalid change. */
const lastingReasons = new Set(['ValidationError', 'ItemCollectionSizeLimitExceeded']);
/** The limit of BatchGetItem. */
const batchSize = 100;
/**
 * Fits 4 tries into the 3 s budget of a call. The local stack, which shares two cores with its database, waits longer.
 */
const timeoutMs = Number(process.env['DATABASE_TIMEOUT_MS'] ?? 700);
export type Table = ReturnType<typeof openTable>;

/** The single table: the real document client with helpers for every repository. It is independent of slices. */
export function openTable(
  name: string,
  client: DynamoDBClient = new DynamoDBClient({
    maxAttempts: tries,
    requestHandler: { requestTimeout: timeoutMs, connectionTimeout: timeoutMs, throwOnRequestTimeout: true },
  }),
) {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

  /** One call of BatchGetItem, repeated for the keys that the table left unprocessed. */
  async function getBatch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    let Keys: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
    for (let attempt = 0; Keys.length > 0; attempt++) {
      if (attempt === tries) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      if (attempt > 0) await jitter(attempt);
      const answer = await guarded(() =>
        documents.send(new BatchGetCommand({ RequestItems: { [name]: { Keys, ConsistentRead: consistent } } })),
      );
      items.push(...(answer.Responses?.[name] ?? []));
      Keys = answer.UnprocessedKeys?.[name]?.Keys ?? [];
    }
    return items;
  }

  return {
    name,
    documents,

    async get(key: Key, options: { consistent?: boolean } = {}): Promise<Item | undefined> {
      const { Item } = await guarded(() =>
        documents.send(
          new GetCommand({ TableName: name, Key: { ...key }, ConsistentRead: options.consistent ?? false }),
        ),
      );
      return Item;
    },

    /** Items in the order of the keys, one call for each 100 of them; missing ones are undefined. */
    async getMany(wanted: readonly Key[], { consistent = false } = {}): Promise<(Item | undefined)[]> {
      const found = new Map<string, Item>();
      const distinct = [...new Map(wanted.map((key) => [`${key.pk}|${key.sk}`, { ...key }])).values()];
      for (let first = 0; first < distinct.length; first += batchSize)
        for (const item of await getBatch(distinct.slice(first, first + batchSize), consistent))
          found.set(`${String(item['pk'])}|${String(item['sk'])}`, item);
      return wanted.map((key) => found.get(`${key.pk}|${key.sk}`));
    },

    /** One call of Query: a filter or the 1 MB limit may make a page short, or empty with a position. */
    async query(
      input: Omit<QueryCommandInput, 'TableName'>,
    ): Promise<{ items: Item[]; count: number; last?: Record<string, unknown>; capacity: number }> {
      const answer = await guarded(() =>
        documents.send(new QueryCommand({ TableName: name, ReturnConsumedCapacity: 'TOTAL', ...input })),
      );
      return {
        items: answer.Items ?? [],
        count: answer.Count ?? 0,
        ...(answer.LastEvaluatedKey ? { last: answer.LastEvaluatedKey } : {}),
        capacity: answer.ConsumedCapacity?.CapacityUnits ?? 0,
      };
    },

    ...writeBuilders(name),

    ...writesAlone(documents),

    /**
     * All or nothing. A failed condition throws the refusal of its write. Conflicts with other transactions and
     * throttling are retried (4 tries, jitter) and end as UNAVAILABLE. An item that DynamoDB never accepts is a fault.
     */
    transact: (writes: readonly Write[]): Promise<void> => transact(documents, writes),
  };
}

function writeBuilders(name: string) {
  return {
    put(item: NewItem, condition?: Condition, refuse?: Write['refuse']): Write {
      return { item: { Put: { TableName: name, Item: item, ...conditioned(condition) } }, refuse };
    },

    remove(key: Key, condition?: Condition, refuse?: Write['refuse']): Write {
      return { item: { Delete: { TableName: name, Key: { ...key }, ...conditioned(condition) } }, refuse };
    },

    check(key: Key, condition: Condition, refuse: NonNullable<Write['refuse']>): Write {
      return {
        item: { ConditionCheck: { TableName: name, Key: { ...key }, ...conditioned(condition) } as never },
        refuse,
      };
    },

    /** `change` is an update expression with its placeholders, joined with the condition's. */
    update(key: Key, change: Condition, condition?: Condition, refuse?: Write['refuse']): Write {
      const names = { ...change.names, ...condition?.names };
      const values = { ...change.values, ...condition?.values };
      return {
        item: {
          Update: {
            TableName: name,
            Key: { ...key },
            UpdateExpression: change.expression,
            ...conditioned(condition),
            ...(some(names) ? { ExpressionAttributeNames: names } : {}),
            ...(some(values) ? { ExpressionAttributeValues: values } : {}),
          },
        },
        refuse,
      };
    },
  };
}

/** Writes outside of a transaction. A try whose answer was lost may take effect late. */
function writesAlone(documents: DynamoDBDocumentClient) {
  return {
    /** One put without a condition, for half the price of a transaction, so for rows that may be written again. */
    async store({ item: { Put } }: Write): Promise<void> {
      if (Put) await guarded(() => documents.send(new PutCommand(Put)));
    },

    /** One update: the item after it, or undefined where its condition fails. */
    async change({ item: { Update } }: Write): Promise<Item | undefined> {
      if (!Update) throw new Error('Not an update');
      try {
        const changed = await guarded(() => documents.send(new UpdateCommand({ ...Update, ReturnValues: 'ALL_NEW' })));
        return changed.Attributes;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return undefined;
        throw error;
      }
    },
  };
}

async function transact(documents: DynamoDBDocumentClient, writes: readonly Write[]): Promise<void> {
  // One token for all tries: a try whose answer was lost may take effect late, and would make the next one fail.
  const request = { TransactItems: writes.map(({ item }) => item), ClientRequestToken: randomUUID() };
  for (let attempt = 0; ; attempt++) {
    try {
      await guarded(() => documents.send(new TransactWriteCommand(request)));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
      if (failed >= 0) {
        const old = reasons[failed]?.Item;
        throw writes[failed]?.refuse?.(old ? unmarshall(old) : undefined) ?? new Refusal('STATE_CHANGED');
      }
      if (reasons.some(({ Code = '' }) => lastingReasons.has(Code))) throw error;
      if (attempt + 1 >= tries) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
      await jitter(attempt);
    }
  }
}

/** Runs one call. A database that does not answer is a 503, never an allowed request. */
async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isUnavailable(error)) throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
    throw error;
  }
}
