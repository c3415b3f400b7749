import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Advertisement, AdvertisementPosition } from '#shared/site/contract.ts';
import { type AdvertisementRecord, AdvertisementRecord as AdvertisementSchema } from '#shared/site/rules.ts';

/** Maximum advertisements of one position on a page. */
const mostShown = 10;

export const parseAdvertisement = (item: Item): AdvertisementRecord => AdvertisementSchema.parse(item['record']);

export const advertisementItem = (record: AdvertisementRecord) => ({
  ...keys.advertisement(record.id),
  ...indexes.all('advertisement', record.createdAt, record.id),
  kind: 'advertisement' as const,
  version: record.version,
  record,
});

/** The row of an active advertisement among those of its position; an inactive one has none. */
const placeOf = ({ position, priority, id, isActive }: AdvertisementRecord) =>
  isActive ? keys.shownAdvertisement(position, priority, id) : undefined;

const stale = (old: Item | undefined) => new Refusal(old ? 'STALE' : 'NOT_FOUND');

export function advertisementRepository(table: Table) {
  /** Removes it from its old position and adds it to its new one. A transaction may contain one key only once. */
  function moved(before: AdvertisementRecord | undefined, after: AdvertisementRecord | undefined): Write[] {
    const [from, to] = [before && placeOf(before), after && placeOf(after)];
    return [
      ...(from && !(from.pk === to?.pk && from.sk === to.sk) ? [table.remove(from)] : []),
      ...(to && after ? [table.put({ ...to, kind: 'shownAdvertisement', version: after.version, record: after })] : []),
    ];
  }

  return {
    async shownAt(position: AdvertisementPosition): Promise<AdvertisementRecord[]> {
      const page = await table.query({
        KeyConditionExpression: 'pk = :position',
        ExpressionAttributeValues: { ':position': keys.shownAdvertisement(position, 0, '').pk },
        Limit: mostShown,
      });
      return page.items.map(parseAdvertisement);
    },

    async read(id: string): Promise<AdvertisementRecord | undefined> {
      const item = await table.get(keys.advertisement(id), { consistent: true });
      return item && parseAdvertisement(item);
    },

    add: (record: AdvertisementRecord): Write[] => [
      table.put(advertisementItem(record), absent),
      ...moved(undefined, record),
    ],

    save: (before: AdvertisementRecord, after: AdvertisementRecord): Write[] => [
      table.put(advertisementItem(after), atVersion(before.version), stale),
      ...moved(before, after),
    ],

    remove: (record: AdvertisementRecord): Write[] => [
      table.remove(keys.advertisement(record.id), atVersion(record.version), stale),
      ...moved(record, undefined),
    ],
  };
}

export const toAdvertisement = ({ id, title, description, imageKey, linkUrl }: AdvertisementRecord): Advertisement => ({
  id,
  title,
  ...(description ? { description } : {}),
  ...(imageKey ? { imageUrl: `/${imageKey}` } : {}),
  ...(linkUrl ? { linkUrl } : {}),
});
