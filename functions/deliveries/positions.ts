import { keys } from '#functions/platform/keys.ts';
import { absent, type Table, type Write } from '#functions/platform/table.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { positionLimit } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** Stores a position of the parcel. Rule 91 limits how often, and how many. */
export function addPosition(
  table: Table,
  { id, ownerId, version }: ParcelRecord,
  carrierId: string,
  event: TrackingEvent,
): Write[] {
  const now = Date.parse(event.at);
  return [
    table.put(
      {
        ...keys.parcelPosition(id, version, event.at),
        kind: 'position',
        members: [ownerId, carrierId],
        record: event,
      },
      absent,
    ),
    table.update(
      keys.positionCount(id),
      {
        expression: 'ADD #count :one SET #last = :now',
        names: { '#count': 'count', '#last': 'last' },
        values: { ':one': 1, ':now': now, ':most': positionLimit.count, ':before': now - positionLimit.everyMs },
      },
      { expression: 'attribute_not_exists(#count) OR (#count < :most AND #last <= :before)' },
      (old) => tooManyPositions(Number(old?.['count'])),
    ),
  ];
}

const tooManyPositions = (count: number) =>
  count >= positionLimit.count
    ? new Refusal('LIMIT', {
        title: 'Limite atteinte',
        detail: `${positionLimit.count} positions au maximum par colis.`,
      })
    : new Refusal(
        'TOO_MANY',
        {
          title: 'Position déjà indiquée',
          detail: "Vous venez d'indiquer une position : attendez une minute avant la suivante.",
        },
        { retryAfterSeconds: positionLimit.everyMs / 1000 },
      );
