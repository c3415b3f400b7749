import { type DispatchedKind, dispatchedKinds, kindAmong } from '#functions/platform/item-kind.ts';
import type { Item } from '#functions/platform/table.ts';

/** Counters have no kind; their keys identify them. */
export type Source = DispatchedKind | 'counters' | 'stats';

/** Items of one kind have one form of sort key. Rows derived from them (search, lists) cause no event. */
export function sourceOf(item: Item): Source | undefined {
  const { pk, sk } = item;
  if (pk === 'CNT') return 'counters';
  if (sk === 'A#STATS') return 'stats';
  const kind = kindAmong(dispatchedKinds, item);
  const isDerived = (kind === 'parcel' || kind === 'trip') && sk !== 'META';
  return isDerived ? undefined : kind;
}
