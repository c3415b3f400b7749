import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { ageDays } from '#shared/values/ageing.ts';
import { dayMs } from '#shared/values/time.ts';

/** The table's own expiry may be some days late. A line older than this has no expiry. */
const graceDays = 40;

/**
 * Only the table itself removes lines of the administrators' log, after three years; no role may. Lines of releases
 * without an expiry stay until the operator removes them (docs/cloud-checks.md); this part fails as long as there is
 * one.
 */
export async function findOldLog(table: Table, now: number): Promise<number> {
  const at = new Date(now - (ageDays.log + graceDays) * dayMs).toISOString();
  const { items } = await table.query({
    ...queryOf({ partition: keys.log(at, '').pk, sort: { before: at } }),
    Limit: 1,
  });
  if (items.length > 0) throw new Error(`The log has lines older than ${at}`);
  return 0;
}
