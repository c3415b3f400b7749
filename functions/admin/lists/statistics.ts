import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import type { AdminStatistics } from '#shared/admin/contract.ts';
import { queueNames, queues } from '#shared/admin/queues.ts';

const figures = [
  ...queueNames.map((queue) => queues[queue].counter),
  'pendingProfilesWithDocuments',
  'totalUsers',
] as const;

/** Counters that the projector maintains: one read for any number of members (docs/table.md). */
export async function readStatistics(table: Table): Promise<AdminStatistics> {
  const item = await table.get(keys.adminCounters());
  return Object.fromEntries(figures.map((name) => [name, Math.max(0, Number(item?.[name] ?? 0))])) as AdminStatistics;
}
