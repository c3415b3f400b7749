import { parseParcel } from '#functions/parcels/repository.ts';
import { settleDue } from '#functions/platform/due.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { dueKinds } from '#functions/scheduled/due-kinds.ts';
import { closeOffers } from '#functions/stream/projector/offers.ts';
import { answerHours } from '#shared/deliveries/agreement.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';

/** The clock of a world, which may pass the 48 hours, and what the product does by itself: its job and its stream. */
export function aClock(table: () => Table, versions: ReadonlyMap<string, readonly Item[]>) {
  let now = Date.now();
  let passed = now;
  /** Changes of parcels that the stream has not delivered yet. */
  let waiting: Item[] = [];
  const previous = (parcel: ParcelRecord) =>
    versions.get(parcel.id)?.find(({ version }) => version === parcel.version - 1);

  /** Delivers the changes so far. A change that meets an act of a member is delivered again. */
  async function deliver(): Promise<void> {
    const changes = waiting;
    waiting = [];
    const results = await Promise.allSettled(
      changes.map((after) => closeOffers(table(), previous(parseParcel(after)), after, now)),
    );
    waiting.push(...changes.filter((_, at) => results[at]?.status === 'rejected'));
  }

  return {
    /** Each look is a second later. */
    now: () => (now += 1000),
    changed: (item: Item) => waiting.push(item),
    /** Lets 48 hours pass now and then, and before the job's look-back of an hour misses something. */
    pass(): boolean {
      if (Math.random() > 0.12 && now - passed < 25 * minuteMs) return false;
      now += answerHours * hourMs + 20 * minuteMs;
      passed = now;
      return true;
    },
    /** The product's own acts, beside those of members. */
    besideActs: (isLater: boolean) =>
      Promise.all([
        deliver(),
        // An item that meets an act of a member is left to the run after it.
        isLater ? settleDue(table(), now, dueKinds).catch(() => 0) : 0,
      ]),
    /** The same without members, so that nothing is left. */
    async alone(isLater: boolean): Promise<void> {
      if (isLater) await settleDue(table(), now, dueKinds);
      // Two changes of one parcel meet at its offers.
      for (let tries = 0; waiting.length > 0 && tries < 5; tries++) await deliver();
      if (waiting.length > 0) throw new Error('The stream does not end');
    },
  };
}
