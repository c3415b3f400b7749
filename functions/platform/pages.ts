import type { Item, Table } from './table.ts';

type Query = Parameters<Table['query']>[0];

/**
 * Every page of a query, one after the other; the caller stops when it has enough. Not lib-dynamodb's `paginateQuery`:
 * it asks the client directly, without `table.query`, which turns a database that does not answer into a 503.
 */
export async function* pagesOf(table: Table, query: Query): AsyncGenerator<Awaited<ReturnType<Table['query']>>> {
  let start = query.ExclusiveStartKey;
  do {
    const page = await table.query({ ...query, ExclusiveStartKey: start });
    yield page;
    start = page.last;
  } while (start);
}

/** Every item of a query, read page by page. */
export async function* itemsOf(table: Table, query: Query): AsyncGenerator<Item> {
  for await (const { items } of pagesOf(table, query)) yield* items;
}

/** Number of items of a query. */
export async function countOf(table: Table, query: Query): Promise<number> {
  let total = 0;
  for await (const { count } of pagesOf(table, { ...query, Select: 'COUNT' })) total += count;
  return total;
}
