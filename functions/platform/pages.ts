import { setTimeout } from 'node:timers/promises';
import type { Item, Table } from './table.ts';

type Query = Parameters<Table['query']>[0];

/**
 * Every page of a query, one after the other; the caller stops when it has enough. Not lib-dynamodb's `paginateQuery`,
 * which calls the client directly, without `table.query` and its 503 for a database that does not answer.
 */
export async function* pagesOf(table: Table, query: Query): AsyncGenerator<Awaited<ReturnType<Table['query']>>> {
  let start = query.ExclusiveStartKey;
  do {
    const page = await table.query({ ...query, ExclusiveStartKey: start });
    yield page;
    start = page.last;
  } while (start);
}

/** So a job that reads all of a key leaves capacity to members. The caller's work on a page counts as waiting. */
export async function* pacedPagesOf(
  table: Table,
  query: Query,
  unitsASecond: number,
): AsyncGenerator<Awaited<ReturnType<Table['query']>>> {
  for await (const page of pagesOf(table, query)) {
    const next = performance.now() + (page.capacity / unitsASecond) * 1000;
    yield page;
    if (page.last) await setTimeout(Math.max(0, next - performance.now()));
  }
}

export async function* itemsOf(table: Table, query: Query): AsyncGenerator<Item> {
  for await (const { items } of pagesOf(table, query)) yield* items;
}

export async function countOf(table: Table, query: Query): Promise<number> {
  let total = 0;
  for await (const { count } of pagesOf(table, { ...query, Select: 'COUNT' })) total += count;
  return total;
}
