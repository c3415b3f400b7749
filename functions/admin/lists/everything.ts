import { pageIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { expression, type Table } from '#functions/platform/table.ts';
import { foldPlace } from '#shared/values/places.ts';
import { byMonth, type ItemPage } from './by-month.ts';
import { documentsFirst, firstPart, pageOfQueue, pageSize } from './queues.ts';

const otherMembers = {
  condition: expression`NOT ((#record.#status = ${'pending'} AND attribute_exists(#record.#emailConfirmedAt) AND (attribute_exists(#record.#idDocument) OR attribute_exists(#record.#facePhoto))) OR attribute_exists(#record.#newName.#idDocument))`,
  mayBeShort: true,
} as const;

type Kind = Parameters<typeof indexes.all>[0];

const all = (kind: Kind) => (month: string) =>
  ({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk }) as const;

export const everything = (table: Table, kind: Kind, now: number, cursor?: string): Promise<ItemPage> =>
  byMonth(table, all(kind), { now, cursor, size: pageSize });

/**
 * Every member: first those who wait with documents, then the rest, newest first (product 2.2). One query a page,
 * and a second one where the first part ends.
 */
export async function everybody(table: Table, now: number, cursor?: string): Promise<ItemPage> {
  const isFirstPart = cursor === undefined || cursor.startsWith(firstPart);
  const first = isFirstPart
    ? await pageOfQueue(table, 'profile', 'pending', cursor?.slice(firstPart.length), {
        beginsWith: documentsFirst,
        isNewestFirst: true,
      })
    : undefined;
  if (first?.next) return { items: first.items, next: `${firstPart}${first.next}` };
  const shown = first?.items ?? [];
  const start = { now, cursor: first ? undefined : cursor, size: pageSize - shown.length };
  const rest = await byMonth(table, all('profile'), start, otherMembers);
  return { ...rest, items: [...shown, ...rest.items] };
}

/**
 * Ids of the members whose name, phone or e-mail contains the text: the projector stores a row for each suffix.
 */
export async function membersContaining(
  table: Table,
  text: string,
  cursor?: string,
): Promise<{ readonly items: string[]; readonly next?: string }> {
  const folded = foldPlace(text).slice(0, 40);
  if (folded.length < 2) return { items: [] };
  const list = { partition: keys.nameSuffix(folded, '').pk, sort: { beginsWith: folded } };
  const { items, ...rest } = await pageIn(table, list, { size: pageSize * 2, cursor });
  return { items: [...new Set(items.map((item) => String(item['id'])))], ...rest };
}
