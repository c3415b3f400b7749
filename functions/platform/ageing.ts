import { expression } from '#functions/platform/table.ts';
import { indexes, type Key, keys } from './keys.ts';
import type { Item, Table, Write } from './table.ts';

export interface AgeRow {
  readonly key: Key;
  readonly place: string;
}

export const ageRowOf = ({ pk, sk, gs2sk }: Item): AgeRow => ({
  key: { pk: String(pk), sk: String(sk) },
  place: String(gs2sk),
});

/**
 * Lists the thing in this partition under the last day for which it is kept, or an earlier day. The nightly job checks
 * it after that day and decides by its current state.
 */
export const lookAfter = (table: Table, pk: string, day: string): Write =>
  table.put({ ...keys.ageing(pk), ...indexes.ageing(day, pk), kind: 'ageing' });

export const lookAtSomeTime = (table: Table, pk: string, day: string): Write => {
  const { gs2pk, gs2sk } = indexes.ageing(day, pk);
  return table.update(
    keys.ageing(pk),
    expression`SET #kind = ${'ageing'}, gs2pk = if_not_exists(gs2pk, ${gs2pk}), gs2sk = if_not_exists(gs2sk, ${gs2sk})`,
  );
};

/** Holds only if it was not listed again since it was read. */
const asFound = ({ place }: AgeRow) => expression`gs2sk = ${place}`;

export const moveTo = (table: Table, row: AgeRow, day: string): Write =>
  table.put({ ...row.key, ...indexes.ageing(day, row.key.pk), kind: 'ageing' }, asFound(row));

export const leaveList = (table: Table, row: AgeRow): Write => table.remove(row.key, asFound(row));
