import { decodeCursor, encodeCursor, unknownPage } from '#functions/platform/http/cursor.ts';
import { positionIn, queryOf } from '#functions/platform/http/list.ts';
import { indexes, type Key, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ConversationFilter } from '#shared/messaging/contract.ts';
import { InboxRecord } from '#shared/messaging/record.ts';
import { foldPlace } from '#shared/values/places.ts';

export interface InboxPage {
  readonly items: InboxRecord[];
  readonly next?: string;
}

export const parseInbox = ({ record }: Item): InboxRecord => InboxRecord.parse(record);

/** The position of a conversation in its list. It is unique in the list. */
export const inboxOrder = (at: string, otherId: string, parcelId: string | undefined) =>
  `${at}#${otherId}#${parcelId ?? '-'}`;

/** The partition of a row in the filtered lists; undefined for a row in no filter: read, and about no parcel. */
export const filteredPartition = (
  memberId: string,
  { unread, parcelId }: { unread: boolean; parcelId: string | undefined },
): string | undefined =>
  unread || parcelId
    ? indexes.filteredInbox(memberId, { unread, parcel: parcelId !== undefined }, '').gs3pk
    : undefined;

/** The two partitions that answer each filter. */
const partitionsOf = (memberId: string, filter: Exclude<ConversationFilter, 'all'>) =>
  filter === 'unread'
    ? [false, true].map((parcel) => indexes.filteredInbox(memberId, { unread: true, parcel }, '').gs3pk)
    : [false, true].map((unread) => indexes.filteredInbox(memberId, { unread, parcel: true }, '').gs3pk);

export async function filteredInbox(
  table: Table,
  {
    memberId,
    filter,
    size,
    cursor,
  }: {
    memberId: string;
    filter: Exclude<ConversationFilter, 'all'>;
    size: number;
    cursor: string | undefined;
  },
): Promise<InboxPage> {
  const list = `IN#${memberId}#${filter}`;
  const position = decodeCursor(cursor, ['list', 'before']);
  if (position && position.list !== list) throw unknownPage();
  const pages = await Promise.all(
    partitionsOf(memberId, filter).map((partition) =>
      table.query({
        ...queryOf({ index: 'gs3', partition, ...(position ? { sort: { before: position.before } } : {}) }),
        ScanIndexForward: false,
        Limit: size,
      }),
    ),
  );
  const found = pages.flatMap(({ items }) => items).toSorted((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const goesOn = last && (found.length > shown.length || pages.some(({ last: rest }) => rest));
  return { items: shown.map(parseInbox), ...encodeCursor(goesOn ? { list, before: orderOf(last) } : undefined) };
}

const orderOf = (item: Item) => String(item['gs3sk']);

/** The maximum number of search words of a row, and the maximum length of each. */
const mostWords = 24;
const longestWord = 40;

/** The search words of a conversation: the words of the name and the title that its row shows, folded, in one text. */
export function wordsOf({ with: other, parcel }: Pick<InboxRecord, 'with' | 'parcel'>): string {
  const text = foldPlace(`${other.firstName} ${other.lastName} ${parcel?.title ?? ''}`);
  const words = text.split(' ').filter(Boolean);
  return [...new Set(words.map((word) => Array.from(word).slice(0, longestWord).join('')))]
    .slice(0, mostWords)
    .join(' ');
}

/** The size of a page of a search, the word rows of one read, and the maximum number of reads: 10 units. */
const foundSize = 12;
const wordsAtOnce = 18;
const mostTurns = 4;

/**
 * Conversations that have, for each searched word, a word that begins with it. The pages are in the order of the words;
 * within a page the latest conversation is first. A short page may still have a next one.
 */
export async function searchedInbox(
  table: Table,
  { memberId, q, cursor }: { memberId: string; q: string; cursor: string | undefined },
): Promise<InboxPage> {
  const wanted = wordsIn(q);
  const longest = wanted.toSorted((a, b) => b.length - a.length)[0];
  if (!longest) return { items: [] };
  const { pk, sk } = keys.threadWords(memberId, longest);
  const list = { partition: pk, sort: { beginsWith: sk } };
  const found: Key[] = [];
  let position = positionIn(list, cursor);
  for (let turn = 0; turn < mostTurns && found.length < foundSize; turn++) {
    const page = await table.query({ ...queryOf(list), Limit: wordsAtOnce, ExclusiveStartKey: position });
    position = page.last;
    for (const [index, row] of page.items.entries()) {
      if (isFound(row, longest, wanted)) found.push(rowOf(memberId, row));
      if (found.length < foundSize) continue;
      if (index < page.items.length - 1) position = { pk: row['pk'], sk: row['sk'] };
      break;
    }
    if (!position) break;
  }
  const rows = (await table.getMany(found)).flatMap((item) => (item ? [parseInbox(item)] : []));
  const items = rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return { items, ...encodeCursor(position) };
}

const wordsIn = (q: string) =>
  foldPlace(q)
    .split(' ')
    .filter(Boolean)
    .map((word) => Array.from(word).slice(0, longestWord).join(''));

/** Several words of one row may begin alike. Only the first of them counts. */
function isFound(row: Item, beginning: string, wanted: readonly string[]): boolean {
  const words = String(row['words']).split(' ');
  const [, word] = String(row['sk']).split('#');
  const first = words.filter((candidate) => candidate.startsWith(beginning)).toSorted()[0];
  return word === first && wanted.every((begin) => words.some((candidate) => candidate.startsWith(begin)));
}

function rowOf(memberId: string, row: Item): Key {
  const [, , otherId = '', parcelId] = String(row['sk']).split('#');
  return keys.inbox(memberId, otherId, parcelId);
}
