import { expect, test } from 'vitest';
import { absent, expression, type Table } from '#functions/platform/table.ts';
import { withRightsOf } from '#test/support/memory/rights.ts';
import { tableWith } from '#test/support/pipeline.ts';

const at = (pk: string) => ({ pk, sk: 'x' });
const puts = (pk: string) => (table: Table) => table.transact([table.put(at(pk), absent)]);
const updates = (table: Table) => table.transact([table.update(at('U#1'), expression`SET #count = ${1}`)]);
const deletes = (table: Table) => table.transact([table.remove(at('U#1'))]);
const queries = (table: Table) =>
  table.query({
    IndexName: 'gs1',
    KeyConditionExpression: 'gs1pk = :pk',
    ExpressionAttributeValues: { ':pk': 'X' },
  });

test.each([
  ['searchParcels', puts('U#1'), 'search lacks PutItem on the table at U#1'],
  ['searchParcels', updates, 'search lacks UpdateItem on the table at U#1'],
  ['searchParcels', queries, 'search lacks Query on the index gs1'],
  ['reportParcel', deletes, 'reports lacks DeleteItem on the table at U#1'],
  ['sendMessage', puts('LOG#2026-11'), 'messaging lacks PutItem on the table at LOG#2026-11'],
  ['sendMessage', puts('BANKS'), 'messaging lacks PutItem on the table at BANKS'],
])('a handler of %s that asks for more than its function may do is an error: %#', async (row, act, lacks) => {
  const table = await tableWith([]);
  await expect(withRightsOf(row, table, async (): Promise<unknown> => act(table))).rejects.toThrow(lacks);
});

test.each([
  ['sendMessage', puts('U#1')],
  ['sendMessage', updates],
  ['sendMessage', deletes],
  ['sendMessage', queries],
])('a handler of %s may do what its function may do: %#', async (row, act) => {
  const table = await tableWith([]);
  await expect(withRightsOf(row, table, async (): Promise<unknown> => act(table))).resolves.not.toThrow();
});
