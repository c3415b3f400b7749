import { parseParcel } from '#functions/parcels/repository.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { parseReport } from '#functions/reports/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { listingWaitsSince, type Queue } from '#shared/admin/queues.ts';
import { awaitsDecision, profileWaitsSince } from '#shared/profiles/record.ts';
import { waitsSince } from '#shared/reports/rules.ts';

interface QueueItems {
  readonly waits: (item: Item) => boolean;
  /** When (ISO) an item of the queue began to wait; undefined while a decision is not possible. */
  readonly since: (item: Item) => string | undefined;
}

/** Prefixes of the sort key of profiles with documents in their queue, and of those without. */
export const documentsFirst = '1#';
export const withoutDocuments = '0#';

/** How the items of each queue wait. The index row comes from the repository of each kind (`indexes.queue`). */
export const queueItems: Readonly<Record<Queue, QueueItems>> = {
  profile: {
    waits: (item) => awaitsDecision(parseProfile(item)),
    // The row of a new name holds no profile: the moment is in its sort key.
    since: (item) =>
      item['record'] ? profileWaitsSince(parseProfile(item)) : String(item['gs2sk']).slice(documentsFirst.length),
  },
  trip: {
    waits: (item) => listingWaitsSince(parseTrip(item)) !== undefined,
    since: (item) => listingWaitsSince(parseTrip(item)),
  },
  parcel: {
    waits: (item) => listingWaitsSince(parseParcel(item)) !== undefined,
    since: (item) => listingWaitsSince(parseParcel(item)),
  },
  report: {
    waits: (item) => parseReport(item).status === 'pending',
    since: (item) => waitsSince(parseReport(item)),
  },
  receipt: {
    waits: (item) => parseReceipt(item).status === 'pending',
    since: (item) => parseReceipt(item).sentAt,
  },
};
