import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import type { ParcelStatus } from '#shared/parcels/record.ts';

export const pastPickup: ReadonlySet<ParcelStatus> = new Set(['in_transit', 'delivery', 'delivered', 'returned']);

/** I17: its carrier has seen the contents of every parcel that is past its pickup (rule 190), unless it was settled. */
export function pickups({ items }: { readonly items: readonly Item[] }): string[] {
  const events = Map.groupBy(
    items.filter(({ kind }) => kind === 'event'),
    ({ pk }) => String(pk),
  );
  return items
    .filter(({ kind }) => kind === 'parcel')
    .map(parseParcel)
    .filter(({ status }) => pastPickup.has(status))
    .flatMap(({ id, status }) => {
      const history = (events.get(keys.parcel(id).pk) ?? [])
        .map(({ record }) => TrackingEvent.parse(record))
        .toSorted((a, b) => a.version - b.version);
      const own = history.slice(history.findLastIndex(endsAgreement) + 1);
      const isSeen = own.some(({ type }) => type === 'validatePickup' || type === 'overridden');
      return isSeen ? [] : [`nobody has seen the contents of ${id}, which is ${status}`];
    });
}
