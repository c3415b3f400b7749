import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { deletedAmong } from '#functions/account-deletion/repository.ts';
import { followAge } from '#functions/parcels/ageing.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import { kindAmong, projectedKinds } from '#functions/platform/kinds.ts';
import { logger } from '#functions/platform/log.ts';
import { absent, atVersion, type Item, type Table } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { parseReceipt, receiptRepository, setPayer } from '#functions/receipts/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { type Change, changeOf } from '#functions/stream/change.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { ThreadRecord } from '#shared/messaging/record.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { Payer, ReceiptRecord } from '#shared/receipts/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/values/time.ts';
import { changesPartner, changesTitle, findByWords, followRelisting, relist } from './conversations.ts';
import { moveCounters } from './counters.ts';
import { changesCard, followBlock, showCard, showPartners } from './delivery-cards.ts';
import { followTrip } from './loads.ts';
import { changesListings, nameMember } from './members.ts';
import { closeOffers, followOffer } from './offers.ts';

function changesPayer(before: Item | undefined, after: Item | undefined): boolean {
  if (!before) return false;
  const [old, fresh] = [before, after].map((item) => payerOf(item && parseProfile(item)));
  return !isDeepStrictEqual(old, fresh);
}

const currentPayer = async (table: Table, memberId: string) => payerOf(await profileRepository(table).read(memberId));

async function show(table: Table, { id, payer }: ReceiptRecord, current: Payer): Promise<void> {
  // Retention may have erased the receipt in the meantime.
  if (!isDeepStrictEqual(payer, current)) await attempt(table, [setPayer(table, id, current)]);
}

/** Updates the member in all of their receipts. It reads the current values, so events may arrive late or twice. */
async function showPayer(table: Table, memberId: string): Promise<void> {
  const current = await currentPayer(table, memberId);
  for await (const receipt of receiptRepository(table).all(memberId)) await show(table, receipt, current);
}

/** The member of a receipt may have changed while it was being written. */
async function showPayerOf(table: Table, item: Item): Promise<void> {
  const receipt = parseReceipt(item);
  await show(table, receipt, await currentPayer(table, receipt.memberId));
}

/** The number of latest first messages that count (decision 032). */
const windowSize = 20;
const mostTries = 3;

const Answers = z.array(
  z.object({
    /** A hash, so that the row contains no other member's id. */
    thread: z.string(),
    at: z.string(),
    minutes: z.optional(z.int()),
  }),
);
type Answers = z.infer<typeof Answers>;

/**
 * Updates the answer time of a member whom another wrote to first, or who answered. Each change is inserted by its
 * thread and the time of its first message, so the window is the same for changes in any order and number.
 */
async function followAnswer(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const [old, fresh] = [before, after].map((item) => item && ThreadRecord.parse(item['record']));
  const opening = fresh?.opening;
  const memberId = fresh?.members.find((id) => id !== opening?.by);
  if (!opening || !memberId || (old && old.opening?.answeredAt === opening.answeredAt)) return;
  const { at, answeredAt } = opening;
  const entry = {
    thread: createHash('sha256').update(String(after?.['pk'])).digest('base64url').slice(0, 16),
    at,
    ...(answeredAt ? { minutes: Math.max(0, Math.floor((Date.parse(answeredAt) - Date.parse(at)) / minuteMs)) } : {}),
  };
  // Counters of a deleted account stay deleted.
  if ((await deletedAmong(table, [memberId])).has(memberId)) return;
  const key = keys.answers(memberId);
  for (let turn = 0; turn < mostTries; turn++) {
    const row = await table.get(key, { consistent: true });
    const known = row ? Answers.parse(row['record']) : [];
    const answers = withEntry(known, entry);
    if (!answers) return;
    const version = Number(row?.['version'] ?? 0);
    const stored = table.put({ ...key, version: version + 1, record: answers }, row ? atVersion(version) : absent);
    const change = {
      expression: 'SET #count = :count, #minutes = :minutes',
      names: { '#count': 'answerCount', '#minutes': 'answerMinutes' },
      values: { ':count': minutesOf(answers).length, ':minutes': medianOf(minutesOf(answers)) },
    };
    if (await attempt(table, [stored, table.update(keys.stats(memberId), change)])) return;
  }
  // A concurrent change won each time. The stream delivers this one again.
  throw new Refusal('UNAVAILABLE');
}

/** The window with this entry; undefined if it changes nothing. A known first answer stays. */
function withEntry(known: Answers, entry: Answers[number]): Answers | undefined {
  const same = known.find(({ thread, at }) => thread === entry.thread && at === entry.at);
  if (same && (same.minutes !== undefined || entry.minutes === undefined)) return undefined;
  const all = [...known.filter((one) => one !== same), entry];
  const latest = all.toSorted((a, b) => (`${a.at}${a.thread}` < `${b.at}${b.thread}` ? 1 : -1)).slice(0, windowSize);
  return latest.includes(entry) ? latest : undefined;
}

const minutesOf = (answers: Answers) => answers.flatMap(({ minutes }) => minutes ?? []);

/** The median in whole minutes, the lower of the two middle ones for an even number; 0 without any. */
function medianOf(minutes: readonly number[]): number {
  return minutes.toSorted((a, b) => a - b)[Math.ceil(minutes.length / 2) - 1] ?? 0;
}

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
      if (changesTitle(before, after, now)) await relist(table, { memberId: ownerOf(item), parcelId: idOf(item) }, now);
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
      if (changesPartner(before, after)) await relist(table, { memberId: idOf(item) }, now);
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
      await relist(table, { memberId: memberIn(item) }, now);
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
