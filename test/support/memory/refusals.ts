import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { tableShape } from '#functions/platform/keys.ts';

type Stored = Readonly<Record<string, unknown>>;
type Index = keyof typeof tableShape.indexes;

/** The placeholders of an expression. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** A write, alone or in a transaction. */
export interface Write extends Placeholders {
  readonly Item?: Stored;
  readonly Key?: Stored;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ReturnValues?: string;
}

export interface Read extends Placeholders {
  readonly IndexName?: Index;
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: Stored;
  readonly ScanIndexForward?: boolean;
  readonly ConsistentRead?: boolean;
  readonly Select?: string;
}

/** Most parts of a transaction, and bytes of an item. */
const [mostParts, mostBytes] = [100, 400 * 1024];
const indexKeys = Object.keys(tableShape.indexes).flatMap((index) => [`${index}pk`, `${index}sk`]);

/** As DynamoDB refuses a request that is wrong in itself. */
export function refuse(message: string): never {
  throw new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata: {} });
}

/** A request that DynamoDB refuses before it looks at any item. */
export function checkWrite(kind: string, request: Write): void {
  const { Item, Key = Item ?? {}, UpdateExpression, ConditionExpression } = request;
  checkKey(Key);
  if (kind === 'ConditionCheck' && !ConditionExpression) refuse('The expression can not be empty');
  if (kind === 'Update') checkPaths(request);
  checkPlaceholders([UpdateExpression, ConditionExpression], request);
}

export function checkRead(request: Read): void {
  if (request.IndexName && request.ConsistentRead) refuse('Consistent reads are not supported on global indexes');
  checkPlaceholders([request.KeyConditionExpression, request.FilterExpression, request.ProjectionExpression], request);
}

export function checkTransaction(keys: readonly Stored[]): void {
  if (keys.length === 0 || keys.length > mostParts) refuse(`A transaction has 1 to ${mostParts} parts`);
  if (hasTwice(keys)) refuse('Transaction request cannot include multiple operations on one item');
}

export function checkBatch(keys: readonly Stored[], most: number): void {
  if (keys.length === 0 || keys.length > most) refuse(`A batch has 1 to ${most} keys`);
  if (hasTwice(keys)) refuse('Provided list of item keys contains duplicates');
  for (const key of keys) checkKey(key);
}

/** An item that DynamoDB does not store: its keys, its size, a value that has no type there. */
export function checkWritten(item: Stored | undefined): void {
  if (!item) return;
  for (const name of indexKeys) if (item[name] !== undefined) checkText(name, item[name]);
  const bytes = JSON.stringify(marshall(item, { removeUndefinedValues: true })).length;
  if (bytes > mostBytes) refuse('Item size has exceeded the maximum allowed size');
}

function checkKey({ pk, sk }: Stored): void {
  checkText('pk', pk);
  checkText('sk', sk);
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string' || !value) refuse(`The key ${name} is no text, or empty`);
}

const hasTwice = (keys: readonly Stored[]) =>
  new Set(keys.map(({ pk, sk }) => `${String(pk)}|${String(sk)}`)).size < keys.length;

/** Each placeholder is given, and each one given is used. */
function checkPlaceholders(expressions: readonly (string | undefined)[], request: Write | Read): void {
  const used = new Set(expressions.flatMap((expression) => expression?.match(/[#:]\w+/g) ?? []));
  const given = [
    ...Object.keys(request.ExpressionAttributeNames ?? {}),
    ...Object.entries(request.ExpressionAttributeValues ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : name,
    ),
  ];
  for (const name of used) if (!given.includes(name)) refuse(`${name} is used and not defined`);
  for (const name of given) if (!used.has(name)) refuse(`${name} is unused in expressions`);
}

/** An update changes no key of its item, and no path twice. */
function checkPaths({ UpdateExpression = '', ExpressionAttributeNames = {} }: Write): void {
  const targets = UpdateExpression.split(/\b(?:SET|REMOVE|ADD|DELETE)\b/)
    .flatMap((clause) => clause.split(/,(?![^(]*\))/))
    .map((part) => /^\s*([#\w][\w.#]*)/.exec(part)?.[1] ?? '')
    .filter(Boolean)
    .map((path) => path.replaceAll(/#\w+/g, (name) => ExpressionAttributeNames[name] ?? name));
  for (const [at, path] of targets.entries()) {
    if (path === 'pk' || path === 'sk') refuse('This attribute is part of the key');
    for (const other of targets.slice(at + 1))
      if (`${path}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${path}.`))
        refuse('Two document paths overlap with each other');
  }
}
