import { queryOf } from '#functions/platform/http/list.ts';
import { indexes } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Me } from '#shared/accounts/contract.ts';
import { OfferRecord } from '#shared/deliveries/offer.ts';

/**
 * The requests that wait for the member. `counted` still contains offers that have run out and that the job has not
 * removed: they are the oldest rows, so few are read, and none for most members.
 */
export async function openRequests(
  table: Table,
  memberId: string,
  { counted, now }: { counted: number; now: number },
): Promise<Omit<Me['unread'], 'messages'>> {
  if (counted === 0) return { requests: 0 };
  let over = 0;
  const received = queryOf({ index: 'gs2', partition: indexes.requests(memberId, 'received', '', '').gs2pk });
  for await (const { record } of itemsOf(table, { ...received, Limit: 2 })) {
    const { offer } = record as { offer?: unknown };
    const until = offer === undefined ? undefined : OfferRecord.parse(offer).until;
    if (until === undefined) continue;
    if (Date.parse(until) <= now) over++;
    else return { requests: Math.max(0, counted - over), end: { until, at: new Date(now).toISOString() } };
  }
  return { requests: Math.max(0, counted - over) };
}
