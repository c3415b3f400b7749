import * as z from 'zod/mini';
import type { Want } from './access.ts';

/** A table as its keys are known: the partition key, and that of each index. */
export interface TableKeys {
  readonly arn: string;
  readonly partitionKey: string;
  readonly indexes: Readonly<Record<string, string>>;
}

const Attributes = z.record(z.string(), z.record(z.string(), z.unknown()));
const OneItem = z.object({ TableName: z.string(), Key: z.optional(Attributes), Item: z.optional(Attributes) });
const Query = z.object({
  TableName: z.string(),
  IndexName: z.optional(z.string()),
  KeyConditionExpression: z.optional(z.string()),
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
  ExpressionAttributeValues: z._default(Attributes, {}),
});
const TableOnly = z.object({ TableName: z.string(), IndexName: z.optional(z.string()) });
const Parts = z.object({ TransactItems: z.array(z.record(z.string(), OneItem)) });
const BatchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Attributes) })) });
const BatchWrite = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.object({
        PutRequest: z.optional(z.object({ Item: Attributes })),
        DeleteRequest: z.optional(z.object({ Key: Attributes })),
      }),
    ),
  ),
});

const singles = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
/** A transaction needs the right of each of its parts; there is none for a transaction itself. */
const partActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/**
 * The rights that a call of DynamoDB needs. An operation without a case here needs the right of its name on the table.
 * Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon DynamoDB"; Developer
 * Guide, "Using IAM with DynamoDB transactions".
 */
export function dynamoDbWants(operation: string, input: unknown, tableOf: (name: string) => TableKeys): Want[] {
  const want = (action: string, name: string, leadingKeys: readonly string[], index?: string): Want => ({
    action: `dynamodb:${action}`,
    resource: index === undefined ? tableOf(name).arn : `${tableOf(name).arn}/index/${index}`,
    known: { 'dynamodb:LeadingKeys': leadingKeys },
  });
  const item = (action: string, { TableName, Key, Item }: z.infer<typeof OneItem>) =>
    want(action, TableName, keysIn([Key ?? Item ?? {}], tableOf(TableName).partitionKey));

  if (singles.has(operation)) return [item(operation, z.parse(OneItem, input))];
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return z
        .parse(Parts, input)
        .TransactItems.flatMap((part) => Object.entries(part))
        .map(([kind, content]) => {
          const { known, ...part } = item(partActions[kind] ?? kind, content);
          return { ...part, known: { ...known, 'dynamodb:EnclosingOperation': operation } };
        });
    case 'BatchGetItem':
      return Object.entries(z.parse(BatchGet, input).RequestItems).map(([name, { Keys }]) =>
        want(operation, name, keysIn(Keys, tableOf(name).partitionKey)),
      );
    case 'BatchWriteItem':
      return Object.entries(z.parse(BatchWrite, input).RequestItems).map(([name, requests]) => {
        const items = requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {});
        return want(operation, name, keysIn(items, tableOf(name).partitionKey));
      });
    case 'Query': {
      const query = z.parse(Query, input);
      const { partitionKey, indexes } = tableOf(query.TableName);
      const key = query.IndexName === undefined ? partitionKey : (indexes[query.IndexName] ?? '');
      return [want(operation, query.TableName, queriedKeys(query, key), query.IndexName)];
    }
    default: {
      const { TableName, IndexName } = z.parse(TableOnly, input);
      return [want(operation, TableName, [], IndexName)];
    }
  }
}

const keysIn = (items: readonly z.infer<typeof Attributes>[], name: string): string[] =>
  items.flatMap((attributes) => textOf(attributes[name]));

/** The value of `<key> = :value` in the condition of a query, its name written out or behind a `#`. */
function queriedKeys(query: z.infer<typeof Query>, key: string): string[] {
  const { KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = query;
  return [...KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)]
    .filter(([, name = '']) => (ExpressionAttributeNames[name] ?? name) === key)
    .flatMap(([, , value = '']) => textOf(ExpressionAttributeValues[value]));
}

/** `{ S: 'x' }` → `x`. */
const textOf = (attribute: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object.values(attribute ?? {}).map(String);
