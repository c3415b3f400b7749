import type { Table } from '#functions/platform/table.ts';

/** The same table, whose process dies at its next transaction after this number of them. */
export function dyingAt(table: Table, writes: number): Table {
  let writesLeft = writes;
  return {
    ...table,
    async transact(all) {
      if (writesLeft === 0) throw new Error('killed');
      writesLeft -= 1;
      await table.transact(all);
    },
  };
}
