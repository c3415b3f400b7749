import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { AdminStatistics } from '#shared/admin/contract.ts';

const figures = Object.keys(AdminStatistics.shape);

/** Counters that the projector maintains: one read for any number of members (docs/table.md). */
export async function readStatistics(table: Table): Promise<AdminStatistics> {
  const item = await table.get(keys.adminCounters());
  return Object.fromEntries(figures.map((name) => [name, Math.max(0, Number(item?.[name] ?? 0))])) as AdminStatistics;
}
