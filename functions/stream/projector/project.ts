import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { followAge } from '#functions/parcels/ageing.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { kindAmong, projectedKinds } from '#functions/platform/item-kind.ts';
import { memberIn } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { showListing } from '../../search/index/listings.ts';
import { type Change, changeOf } from '../change.ts';
import { followAnswer } from './answers.ts';
import { changesPartner, changesTitle, findByWords, followRelisting, relist } from './conversations.ts';
import { moveCounters } from './counters.ts';
import { changesCard, followBlock, showCard, showPartners } from './delivery-cards.ts';
import { followTrip } from './loads.ts';
import { changesListings, nameMember } from './members.ts';
import { closeOffers, followOffer } from './offers.ts';
import { changesPayer, showPayer, showPayerOf } from './payers.ts';

/**
 * The stream reader that writes all derived rows: search rows, changes since the snapshot, counters, name rows. Each
 * event takes effect once, even when repeated. A failed one is returned alone, and the others of its batch continue.
 */
export const projector =
  (table: Table, now: () => number) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const batchItemFailures: DynamoDBBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      try {
        await project(table, changeOf(record), now());
      } catch (error) {
        logger.error('event not projected', { eventId: record.eventID, error: error as Error });
        batchItemFailures.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' });
      }
    }
    return { batchItemFailures };
  };

async function project(table: Table, change: Change, now: number): Promise<void> {
  const { before, after } = change;
  const item = after ?? before;
  const kind = kindAmong(projectedKinds, item);
  if (!item || !kind) return;
  // A missing kind does not compile.
  switch (kind) {
    case 'parcel':
      await moveCounters(table, change, now);
      await showPartners(table, before, after);
      await closeOffers(table, before, after, now);
      await followAge(table, before, after, now);
      if (changesTitle(before, after, now)) await relist(table, { memberId: ownerOf(item), parcelId: idOf(item) });
      await showListing(table, kind, idOf(item), now);
      return;
    case 'trip':
      await moveCounters(table, change, now);
      await showListing(table, kind, idOf(item), now, item);
      await followTrip(table, before, after, now);
      return;
    case 'profile':
      await moveCounters(table, change, now);
      await nameMember(table, before, after);
      if (changesPartner(before, after)) await relist(table, { memberId: idOf(item) });
      if (changesCard(before, after)) await showCard(table, idOf(item), 'all');
      if (changesPayer(before, after)) await showPayer(table, idOf(item));
      if (changesListings(before, after)) await showListingsOf(table, idOf(item), now);
      return;
    case 'report':
      await moveCounters(table, change, now);
      return;
    case 'receipt':
      await moveCounters(table, change, now);
      if (after) await showPayerOf(table, after);
      return;
    case 'review':
      await moveCounters(table, change, now);
      await showCard(table, parseReview(item).targetId, 'requests');
      // Cards in searches show the stars. A repeated event finds them already updated.
      await showListingsOf(table, parseReview(item).targetId, now);
      return;
    case 'inbox':
      await moveCounters(table, change, now);
      await findByWords(table, before, after);
      return;
    // The list of the blocked member shows what their conversation shows (rule 183).
    case 'block':
      await relist(table, { memberId: memberIn(item) });
      await followBlock(table, item);
      return;
    case 'offer':
      await followOffer(table, before, after);
      await moveCounters(table, change, now);
      return;
    case 'relisting':
      if (after) await followRelisting(table, after, now);
      return;
    case 'thread':
      await followAnswer(table, before, after);
      return;
    default:
      kind satisfies never;
  }
}

async function showListingsOf(table: Table, ownerId: string, now: number): Promise<void> {
  for await (const id of parcelRepository(table).searchableIds(ownerId)) await showListing(table, 'parcel', id, now);
  for await (const id of tripRepository(table).searchableIds(ownerId, now)) await showListing(table, 'trip', id, now);
}

const ownerOf = (item: Item) => parseParcel(item).ownerId;

const idOf = (item: Item) => String((item['record'] as { id: unknown }).id);
