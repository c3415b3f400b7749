import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { parseInbox, wordsOf } from '#functions/messaging/inbox.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { type Condition, type Item, present, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { Partner } from '#shared/messaging/contract.ts';
import type { InboxRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isListed, isVisibleTo } from '#shared/parcels/rules.ts';
import { isReachable, partnerCard, StatsRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Rows of one member are looked at in batches of this many, so that no other change waits long behind somebody with many
 * conversations; so many of a batch are written at once.
 */
const batchSize = 100;
const writesAtOnce = 10;

/**
 * What is under way: everything of a member that others' lists show, or the title of one of their parcels. It is stored
 * anew with the place that it has come to, and the stream brings it back for the next batch.
 */
const Relisting = z.object({
  id: z.string(),
  memberId: z.string(),
  parcelId: z.optional(z.string()),
  /** The last row of the batch before. */
  after: z.optional(z.string()),
});
type Relisting = z.infer<typeof Relisting>;

/** Whether lists of others show this change of a member. */
export function changesPartner(before: Item | undefined, after: Item | undefined): boolean {
  if (!before) return false;
  const [old, fresh] = [before, after].map((item) => item && JSON.stringify(partnerOf(parseProfile(item))));
  return old !== fresh;
}

const partnerOf = (profile: ReturnType<typeof parseProfile>) =>
  Partner.parse(partnerCard(profile.id, { profile, stats: StatsRecord.parse({}) }));

/** Whether a parcel's title is another one now, for its owner or for whoever sees it listed. */
export function changesTitle(before: Item | undefined, after: Item | undefined, now: number): boolean {
  if (!before || !after) return before !== undefined;
  const [old, fresh] = [parseParcel(before), parseParcel(after)];
  return old.title !== fresh.title || (isListed(fresh, now) && !isListed(old, now));
}

/** Has the lists of others follow, from the beginning, whatever is under way. */
export const relist = (table: Table, what: Pick<Relisting, 'memberId' | 'parcelId'>): Promise<void> =>
  table.transact([put(table, { ...what, id: randomUUID() })]);

const put = (table: Table, record: Relisting, condition?: Condition): Write =>
  table.put({ ...keys.relisting(record.memberId, record.parcelId), kind: 'relisting', record }, condition);

/** One batch. It writes what stands at this moment, so it may be repeated at will. */
export async function followRelisting(table: Table, item: Item, now: number): Promise<void> {
  const work = Relisting.parse(item['record']);
  const { memberId, parcelId, after } = work;
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
    // A row that is gone needs nothing.
    await Promise.all(writes.slice(at, at + writesAtOnce).map((write) => attempt(table, [write])));
  const { last } = page;
  // Begun anew meanwhile: then that one goes on.
  const isMine = recordHaving('id', work.id);
  await attempt(table, [
    last
      ? put(table, { ...work, after: String(last['sk']) }, isMine)
      : table.remove(keys.relisting(memberId, parcelId), isMine),
  ]);
}

/** The member as they are now, in the list of each one whom they talk to. */
async function partnersOf(table: Table, memberId: string, rows: readonly InboxRecord[]): Promise<Write[]> {
  const profile = await profileRepository(table).read(memberId);
  const partner = profile ? partnerOf(profile) : Partner.parse(partnerCard(memberId, undefined));
  return rows.map((row) =>
    table.update(
      keys.inbox(row.with.id, memberId, row.parcel?.id),
      {
        expression: 'SET #record.#with = :partner',
        names: { '#record': 'record', '#with': 'with' },
        values: { ':partner': partner },
      },
      present,
    ),
  );
}

/** The title as it is now in the lists of its owner and of each who sees the parcel; others keep the one of then (rule 87). */
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

/** The words that a row is found by now; undefined before the first time. */
const knownWords = (row: Item | undefined) => row?.['words'] as string | undefined;

/**
 * Brings the word rows of a conversation to what its row shows. The row says itself which ones it has, so that repeated and
 * late changes find it right, and rows of before get theirs with their next change.
 */
export async function findByWords(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const item = after ?? before;
  if (!item || (after && knownWords(after) === wordsOf(parseInbox(after)))) return;
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const memberId = key.pk.slice(keys.member('').length);
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
      // Each tells all words of its row: those that stay too.
      ...fresh.map((word) => table.put({ ...wordKey(word), kind: 'threadWord', words })),
    ];
    const has = row && {
      names: { '#words': 'words' },
      ...(knownWords(row) === undefined
        ? { expression: 'attribute_not_exists(#words)' }
        : { expression: '#words = :had', values: { ':had': had } }),
    };
    const note = has && table.update(key, { expression: 'SET #words = :words', values: { ':words': words } }, has);
    if (note) writes.push(note);
    if (writes.length === 0 || (await attempt(table, writes))) return;
  }
  // Somebody else was at it each time: the stream brings it back.
  throw new Refusal('UNAVAILABLE');
}
