import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { parseInbox, wordsOf } from '#functions/messaging/inbox.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import { type Condition, type Item, present, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { isInHandBetween } from '#shared/deliveries/rules.ts';
import { Partner } from '#shared/messaging/contract.ts';
import type { InboxRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isListed, isVisibleTo } from '#shared/parcels/rules.ts';
import { isReachable, partnerCard, StatsRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Rows of one member are read in batches of this size, so that other changes do not wait long for a member with many
 * conversations. The second number is the rows of a batch that are written in parallel.
 */
const batchSize = 100;
const writesAtOnce = 10;

/**
 * An update in progress: of everything that others' lists show of a member, or of the title of one of their parcels. It
 * is stored again with its current position, and the stream delivers it for the next batch.
 */
const Relisting = z.object({
  id: z.string(),
  memberId: z.string(),
  parcelId: z.optional(z.string()),
  after: z.optional(z.string()),
});
type Relisting = z.infer<typeof Relisting>;

export function changesPartner(before: Item | undefined, after: Item | undefined): boolean {
  if (!before) return false;
  const [old, fresh] = [before, after].map((item) => item && JSON.stringify(partnerOf(parseProfile(item))));
  return old !== fresh;
}

const partnerOf = (profile: ReturnType<typeof parseProfile>) =>
  Partner.parse(partnerCard(profile.id, { profile, stats: StatsRecord.parse({}) }));

export function changesTitle(before: Item | undefined, after: Item | undefined, now: number): boolean {
  if (!before || !after) return before !== undefined;
  const [old, fresh] = [parseParcel(before), parseParcel(after)];
  return old.title !== fresh.title || (isListed(fresh, now) && !isListed(old, now));
}

/**
 * Updates the lists of others from the beginning, even if an update is in progress. Its first batch needs no row, and
 * few members have a second one.
 */
export async function relist(table: Table, what: Pick<Relisting, 'memberId' | 'parcelId'>, now: number): Promise<void> {
  const work = { ...what, id: randomUUID() };
  const after = await showBatch(table, work, now);
  if (after !== undefined) await table.transact([put(table, { ...work, after })]);
}

const put = (table: Table, record: Relisting, condition?: Condition): Write =>
  table.put({ ...keys.relisting(record.memberId, record.parcelId), kind: 'relisting', record }, condition);

/** The next batch. */
export async function followRelisting(table: Table, item: Item, now: number): Promise<void> {
  const work = Relisting.parse(item['record']);
  const after = await showBatch(table, work, now);
  // Another change has restarted the update, and that one continues.
  const isMine = recordHaving('id', work.id);
  await attempt(table, [
    after === undefined
      ? table.remove(keys.relisting(work.memberId, work.parcelId), isMine)
      : put(table, { ...work, after }, isMine),
  ]);
}

/** It writes the current values, so it may be repeated. Returns the last key; undefined at the end. */
async function showBatch(
  table: Table,
  { memberId, parcelId, after }: Relisting,
  now: number,
): Promise<string | undefined> {
  const own = keys.member(memberId);
  const page = await table.query({
    ...queryOf({ partition: own, sort: { beginsWith: 'TH#' } }),
    Limit: batchSize,
    ExclusiveStartKey: after === undefined ? undefined : { pk: own, sk: after },
    ConsistentRead: true,
  });
  const rows = page.items.map(parseInbox);
  const writes = parcelId
    ? await titlesOf(table, { memberId, parcelId, now }, rows)
    : await partnersOf(table, memberId, rows);
  for (let at = 0; at < writes.length; at += writesAtOnce)
    // A deleted row needs no update.
    await Promise.all(writes.slice(at, at + writesAtOnce).map((write) => attempt(table, [write])));
  return page.last && String(page.last['sk']);
}

async function isInHand(table: Table, parcelId: string | undefined, [a, b]: readonly [string, string]) {
  const parcel = parcelId === undefined ? undefined : await parcelRepository(table).read(parcelId);
  return parcel !== undefined && isInHandBetween(parcel, a, b);
}

/** Writes the member's current card into the list of each member with whom they have a conversation. */
async function partnersOf(table: Table, memberId: string, rows: readonly InboxRecord[]): Promise<Write[]> {
  const [profile, blocks] = await Promise.all([
    profileRepository(table).read(memberId),
    table.getMany(
      rows.map((row) => keys.block(memberId, row.with.id)),
      { consistent: true },
    ),
  ]);
  const open = profile ? partnerOf(profile) : Partner.parse(partnerCard(memberId, undefined));
  const hidden = profile ? partnerOf({ ...profile, status: 'blocked' }) : open;
  const partners = await Promise.all(
    rows.map(async ({ with: { id }, parcel }, at) =>
      blocks[at] && !(await isInHand(table, parcel?.id, [memberId, id])) ? hidden : open,
    ),
  );
  return rows.map((row, at) =>
    table.update(
      keys.inbox(row.with.id, memberId, row.parcel?.id),
      {
        expression: 'SET #record.#with = :partner',
        names: { '#record': 'record', '#with': 'with' },
        values: { ':partner': partners[at] },
      },
      present,
    ),
  );
}

/** Writes the current title to the lists of its owner and of members who see it; others keep the old one (rule 87). */
async function titlesOf(
  table: Table,
  { memberId, parcelId, now }: { memberId: string; parcelId: string; now: number },
  rows: readonly InboxRecord[],
): Promise<Write[]> {
  const about = rows.filter(({ parcel }) => parcel?.id === parcelId);
  if (about.length === 0) return [];
  const [parcel, owner] = await Promise.all([
    parcelRepository(table).read(parcelId),
    profileRepository(table).read(memberId),
  ]);
  const isOwnerHidden = !owner || !isReachable(owner);
  const sees = (id: string, shown: ParcelRecord) => isVisibleTo(id, shown, { now, isOwnerHidden });
  return about.flatMap(({ with: other }) =>
    [
      { id: memberId, key: keys.inbox(memberId, other.id, parcelId) },
      { id: other.id, key: keys.inbox(other.id, memberId, parcelId) },
    ]
      .filter(({ id }) => !parcel || sees(id, parcel))
      .map(({ key }) =>
        table.update(
          key,
          {
            expression: 'SET #record.parcel = :parcel',
            names: { '#record': 'record' },
            values: { ':parcel': { id: parcelId, ...(parcel ? { title: parcel.title } : {}) } },
          },
          present,
        ),
      ),
  );
}

const mostTries = 3;

const knownWords = (row: Item | undefined) => row?.['words'] as string | undefined;

/**
 * Updates the word rows of a conversation to what its row shows. The row itself lists its word rows, so repeated and
 * late changes do no harm.
 */
export async function findByWords(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const item = after ?? before;
  if (!item || (after && knownWords(after) === wordsOf(parseInbox(after)))) return;
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const memberId = memberIn(item);
  const { with: other, parcel } = parseInbox(item);
  const wordKey = (word: string) => keys.threadWord(memberId, word, other.id, parcel?.id);
  for (let turn = 0; turn < mostTries; turn++) {
    const row = await table.get(key, { consistent: true });
    const had = knownWords(row ?? before) ?? '';
    const words = row ? wordsOf(parseInbox(row)) : '';
    if (row && knownWords(row) === words) return;
    const [old, fresh] = [had, words].map((text) => text.split(' ').filter(Boolean)) as [string[], string[]];
    const writes = [
      ...old.filter((word) => !fresh.includes(word)).map((word) => table.remove(wordKey(word))),
      // Each word row contains all words of its row, so those that stay are written too.
      ...fresh.map((word) => table.put({ ...wordKey(word), kind: 'threadWord', words })),
    ];
    const has = row && {
      names: { '#words': 'words' },
      ...(knownWords(row) === undefined
        ? { expression: `${present.expression} AND attribute_not_exists(#words)` }
        : { expression: '#words = :had', values: { ':had': had } }),
    };
    const note = has && table.update(key, { expression: 'SET #words = :words', values: { ':words': words } }, has);
    if (note) writes.push(note);
    if (writes.length === 0 || (await attempt(table, writes))) return;
  }
  // A concurrent change won each time. The stream delivers this one again.
  throw new Refusal('UNAVAILABLE');
}
