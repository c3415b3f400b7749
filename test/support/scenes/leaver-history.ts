import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';

/** Events and positions of the parcels; the leaver's own words are in those that others keep. */
export function historyOf(
  { leaver, friend }: { leaver: string; friend: string },
  parcels: Record<'ownDelivered' | 'theirsDelivered' | 'theirsLeft', ParcelRecord>,
  at: string,
): Record<'parcelEvent' | 'parcelPosition', Item[]> {
  const { ownDelivered, theirsDelivered, theirsLeft } = parcels;
  const published = ({ id, ownerId }: ParcelRecord): Item => ({
    ...keys.parcelEvent(id, 1),
    kind: 'event',
    record: { version: 1, type: 'published', at, by: ownerId },
  });
  const byLeaver = ({ id }: ParcelRecord, version: number, facts: object): Item => ({
    ...keys.parcelEvent(id, version),
    kind: 'event',
    record: { version, at, by: leaver, carrierId: leaver, ...facts },
  });
  const position = ({ id }: ParcelRecord, version: number, record: object): Item => ({
    ...keys.parcelPosition(id, version, at),
    kind: 'position',
    members: [leaver, friend],
    record: { version, type: 'position', at, ...record },
  });
  const reason = 'Mot de Quatremarre';
  return {
    parcelEvent: [
      ...Object.values(parcels).map(published),
      byLeaver(theirsDelivered, 2, { type: 'handshake', terms: theirsDelivered.terms }),
      byLeaver(theirsDelivered, 3, { type: 'returned', reason }),
      byLeaver(theirsDelivered, 4, { type: 'deliveryDeclared', note: reason }),
      {
        ...byLeaver(theirsLeft, 2, { type: 'contentsRefused', reason }),
        ...indexes.formerCarrier(leaver, theirsLeft.id),
      },
      // The owner took another carrier in their place.
      {
        ...keys.parcelEvent(theirsLeft.id, 3),
        ...indexes.formerCarrier(leaver, theirsLeft.id),
        kind: 'event',
        record: { version: 3, type: 'chooseCarrier', at, by: friend, carrierId: 'another' },
      },
    ],
    parcelPosition: [
      position(ownDelivered, 1, { by: friend, city: 'Lyon' }),
      position(theirsDelivered, 3, { by: leaver, city: 'Quatremarre', note: reason }),
    ],
  };
}
