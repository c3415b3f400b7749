import { ageThread } from '#functions/messaging/ageing.ts';
import { ageParcel } from '#functions/parcels/ageing.ts';
import { ageRowOf } from '#functions/platform/ageing.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aNight } from './one-by-one.ts';
import type { RetentionTools } from './retention.ts';

/** Months that the job looks back, in case it failed on earlier nights. */
const lookBackMonths = 12;

/**
 * Erases old files of parcels, photos of hand-overs and messages (rule 95). It reads the list of past days, the oldest
 * first. Each check either erases the thing or lists it under its correct day. When time runs out, the rest stays
 * listed for the next night.
 */
export async function ageData(table: Table, now: number, { files, hasTime }: RetentionTools): Promise<number> {
  const today = dayOf(now);
  const night = aNight();
  for (let back = lookBackMonths; back >= 0; back--) {
    const { gs2pk } = indexes.ageing(monthBefore(today, back), '');
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk, sort: { before: today } }))) {
      if (!hasTime()) {
        logger.warn('data that are too old are left for the next night');
        return night.end();
      }
      const row = ageRowOf(item);
      await night.erase(() =>
        row.key.pk.startsWith(keys.parcel('').pk)
          ? ageParcel({ table, files }, row, today)
          : ageThread(table, row, today, hasTime),
      );
    }
  }
  return night.end();
}

function monthBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 - months, 1) + dayMs / 2);
}
