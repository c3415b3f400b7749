import type { Item, Table } from '#functions/platform/table.ts';

/** One partition of an index, or a range of it. */
export interface List {
  readonly IndexName: string;
  readonly key: string;
  readonly value: string;
  readonly between?: { readonly key: string; readonly from: string; readonly to: string };
}

/** Everything in a list, page by page. */
export async function* everyPage(table: Table, { IndexName, key, value, between }: List): AsyncGenerator<Item> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      IndexName,
      KeyConditionExpression: `${key} = :list${between ? ` AND ${between.key} BETWEEN :from AND :to` : ''}`,
      ExpressionAttributeValues: { ':list': value, ...(between ? { ':from': between.from, ':to': between.to } : {}) },
      ExclusiveStartKey: start,
    });
    yield* page.items;
    start = page.last;
  } while (start);
}
