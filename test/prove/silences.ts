import { parseParcel } from '#functions/parcels/repository.ts';
import { dueAt } from '#functions/platform/due.ts';
import type { Item } from '#functions/platform/table.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';

/** I15: what silence brings later has exactly its place in the list of what is due, and an ended delivery has none. */
export function silences({ items, now }: { readonly items: readonly Item[]; readonly now: number }): string[] {
  const stored = new Map(
    items
      .filter(({ kind }) => kind === 'parcel')
      .map(parseParcel)
      .map((parcel) => [parcel.id, parcel]),
  );
  return items
    .filter(({ kind }) => kind === 'given')
    .flatMap(({ pk, sk, gs1sk, record }) => {
      const parcel = stored.get((record as { id: string }).id);
      const due = parcel && dueOf(parcel);
      const place = due && dueAt(due.at, { pk: String(pk), sk: String(sk) }).gs1sk;
      const isOver = due !== undefined && due.at <= now;
      return gs1sk === place || isOver ? [] : [`${String(sk)} is due at ${String(gs1sk)}, not at ${place}`];
    });
}
