import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { followAge } from '#functions/parcels/ageing.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { kindAmong, projectedKinds } from '#functions/platform/item-kind.ts';
import { logger } from '#functions/platform/log.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { showListing } from '../../search/index/listings.ts';
import { refreshSnapshot } from '../../search/index/snapshot.ts';
import { type Change, changeOf } from '../change.ts';
import { followAnswer } from './answers.ts';
import { changesPartner, changesTitle, findByWords, followRelisting, relist } from './conversations.ts';
import { moveCounters } from './counters.ts';
import { changesCard, showCard, showPartners } from './delivery-cards.ts';
import { changesListings, nameMember } from './members.ts';
import { changesPayer, showPayer, showPayerOf } from './payers.ts';

/**
 * The stream reader that writes all derived rows: search rows, place counts, counters, name rows. Each event
 * takes effect once, also when it is repeated. A failed one is returned alone, and the others of its batch continue.
 */
export const projector =
  (table: Table, now: () => number) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
    const changed = new Set<Kind>();
    for (const record of event.Records) {
      try {
        for (const kind of await project(table, changeOf(record), now())) changed.add(kind);
      } catch (error) {
        logger.error('event not projected', { eventId: record.eventID, error: error as Error });
        batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' });
      }
    }
    for (const kind of changed) {
      // Searches find new terms without it; the next change tries again.
      await refreshSnapshot(table, kind, now()).catch((error: unknown) =>
        logger.warn('snapshot not written', { listing: kind, error: error as Error }),
      );
    }
    return { batchItemFailures };
  };

/** Applies one event; the kinds of listings whose index changed. */
async function project(table: Table, change: Change, now: number): Promise<Kind[]> {
  const { before, after } = change;
  const item = after ?? before;
  const kind = kindAmong(projectedKinds, item);
  if (!item || !kind) return [];
  switch (kind) {
    case 'parcel':
      await moveCounters(table, change, now);
      await showPartners(table, before, after);
      await followAge(table, before, after, now);
      if (changesTitle(before, after, now)) await relist(table, { memberId: ownerOf(item), parcelId: idOf(item) });
      return (await showListing(table, kind, idOf(item), now)) ? [kind] : [];
    case 'trip':
      await moveCounters(table, change, now);
      return (await showListing(table, kind, idOf(item), now, item)) ? [kind] : [];
    case 'profile':
      await moveCounters(table, change, now);
      await nameMember(table, before, after);
      if (changesPartner(before, after)) await relist(table, { memberId: idOf(item) });
      if (changesCard(before, after)) await showCard(table, idOf(item), 'all');
      if (changesPayer(before, after)) await showPayer(table, idOf(item));
      return changesListings(before, after) ? showListingsOf(table, idOf(item), now) : [];
    case 'receipt':
      await moveCounters(table, change, now);
      if (after) await showPayerOf(table, after);
      return [];
    case 'review':
      await moveCounters(table, change, now);
      await showCard(table, parseReview(item).targetId, 'requests');
      // Cards in searches show the stars. A repeated event finds them already updated.
      return showListingsOf(table, parseReview(item).targetId, now);
    case 'inbox':
      await moveCounters(table, change, now);
      await findByWords(table, before, after);
      return [];
    case 'relisting':
      if (after) await followRelisting(table, after, now);
      return [];
    case 'thread':
      await followAnswer(table, before, after);
      return [];
  }
}

async function showListingsOf(table: Table, ownerId: string, now: number): Promise<Kind[]> {
  const changed = new Set<Kind>();
  for await (const id of parcelRepository(table).searchableIds(ownerId))
    if (await showListing(table, 'parcel', id, now)) changed.add('parcel');
  for await (const id of tripRepository(table).searchableIds(ownerId, now))
    if (await showListing(table, 'trip', id, now)) changed.add('trip');
  return [...changed];
}

const ownerOf = (item: Item) => parseParcel(item).ownerId;

const idOf = (item: Item) => String((item['record'] as { id: unknown }).id);
