import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { refreshSnapshot, removeFormerBuilds } from '#functions/search/index/snapshot.ts';

/**
 * Makes the due snapshots of the search and removes former builds. The alarm `SnapshotsWait` counts the line of the
 * log.
 */
export async function refreshSnapshots(table: Table, now: () => number): Promise<void> {
  const failed: unknown[] = [];
  let waitingSnapshots = 0;
  for (const kind of ['parcel', 'trip'] as const) {
    try {
      if (!(await refreshSnapshot(table, kind, now))) waitingSnapshots += 1;
      await removeFormerBuilds(table, kind, now());
    } catch (error) {
      waitingSnapshots += 1;
      failed.push(error);
    }
  }
  logger.info('snapshots', { waitingSnapshots });
  if (failed.length > 0) throw new AggregateError(failed, 'A snapshot was not made');
}
