/** A value of DynamoDB's wire: `{ S: 'x' }`. */
type Value = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, Value>>;

export interface Written {
  readonly tableName: string;
  readonly item: Attributes;
  readonly values: Attributes;
  /** A part of a transaction is written twice. */
  readonly isTransaction: boolean;
}

interface One {
  readonly TableName: string;
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ExpressionAttributeValues?: Attributes;
}
interface Input {
  readonly TransactItems?: readonly Readonly<Record<string, One>>[];
  readonly RequestItems?: Readonly<
    Record<string, readonly { readonly PutRequest?: One; readonly DeleteRequest?: One }[]>
  >;
}

const singles = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

export function writesIn(operation: string, input: unknown): Written[] {
  const { TransactItems = [], RequestItems = {} } = input as Input;
  if (singles.has(operation)) return [writtenBy(input as One, false)];
  if (operation === 'TransactWriteItems')
    return TransactItems.flatMap((part) => Object.values(part)).map((one) => writtenBy(one, true));
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(RequestItems).flatMap(([TableName, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) => writtenBy({ ...PutRequest, ...DeleteRequest, TableName }, false)),
  );
}

const writtenBy = ({ TableName, Item, Key, ExpressionAttributeValues = {} }: One, isTransaction: boolean): Written => ({
  tableName: TableName,
  item: Item ?? Key ?? {},
  values: ExpressionAttributeValues,
  isTransaction,
});

/** `{ S: 'x' }` → `x`; empty for what is no text, number or bytes. */
export function textOf(value: Value = {}): string {
  const [content] = Object.values(value);
  return typeof content === 'string' ? content : '';
}

/**
 * Bytes of attributes as DynamoDB counts them.
 * Source: Developer Guide, "DynamoDB Item sizes and formats".
 */
export const bytesOf = (attributes: Attributes): number =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesIn(value), 0);

function bytesIn(value: Value): number {
  const [type = ''] = Object.keys(value);
  const content = value[type];
  const text = textOf(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(text);
    case 'N':
      return Math.ceil(text.length / 2) + 1;
    case 'B':
      return Math.floor((text.length * 3) / 4);
    case 'L':
      return 3 + (content as Value[]).reduce((sum, one) => sum + 1 + bytesIn(one), 0);
    case 'M':
      return 3 + Object.keys(content as Attributes).length + bytesOf(content as Attributes);
    case 'SS':
    case 'NS':
    case 'BS':
      return (content as string[]).reduce((sum, one) => sum + bytesIn({ [type.slice(0, 1)]: one }), 0);
    default:
      return 1;
  }
}
