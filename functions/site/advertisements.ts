import { keys } from '#functions/platform/keys.ts';
import { absent, type Item, type Table, type Write } from '#functions/platform/table.ts';
import type { Advertisement, Position } from '#shared/site/contract.ts';
import { type AdvertisementRecord, AdvertisementRecord as AdvertisementSchema } from '#shared/site/record.ts';

/** Most advertisements of one position on a page. */
const mostShown = 10;

const parseAdvertisement = (item: Item): AdvertisementRecord => AdvertisementSchema.parse(item['record']);

/** The item of an advertisement: among the active or inactive ones of its position, in the order of the page. */
export function advertisementItem(record: AdvertisementRecord) {
  return {
    ...keys.advertisement(record.position, record.isActive, record.priority, record.id),
    kind: 'advertisement' as const,
    version: record.version,
    record,
  };
}

export function advertisementRepository(table: Table) {
  return {
    /** Active ones of a position, the highest priority first (product 1.7). */
    async shownAt(position: Position): Promise<AdvertisementRecord[]> {
      const page = await table.query({
        KeyConditionExpression: 'pk = :position',
        ExpressionAttributeValues: { ':position': keys.advertisement(position, true, 0, '').pk },
        Limit: mostShown,
      });
      return page.items.map(parseAdvertisement);
    },

    add: (record: AdvertisementRecord): Write => table.put(advertisementItem(record), absent),
  };
}

/** The advertisement as visitors see it. */
export const toAdvertisement = ({ id, title, description, imageKey, linkUrl }: AdvertisementRecord): Advertisement => ({
  id,
  title,
  ...(description ? { description } : {}),
  ...(imageKey ? { imageUrl: `/${imageKey}` } : {}),
  ...(linkUrl ? { linkUrl } : {}),
});
