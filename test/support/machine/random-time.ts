import { reminderMs } from '#functions/deliveries/offers/repository.ts';
import { settleDue } from '#functions/platform/due.ts';
import type { Table } from '#functions/platform/table.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { answerHours } from '#shared/deliveries/agreement.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';

/** A change that the stream delivers to the projector, after those before it of the same parcel or trip. */
export interface StreamChange {
  readonly of: string;
  readonly follow: (table: Table, now: number) => Promise<void>;
}

/** The clock of a world, which may pass the 48 hours, and what the product does by itself: its job and its stream. */
export function aClock(table: () => Table) {
  let now = Date.now();
  let passed = now;
  /** Not delivered yet. */
  let waiting: StreamChange[] = [];
  const meetings: unknown[] = [];

  /** Delivers the changes so far. A change that meets an act of a member is delivered again. */
  async function deliver(): Promise<void> {
    const groups = [...Map.groupBy(waiting, ({ of }) => of).values()];
    waiting = [];
    const deliverAll = async (changes: readonly StreamChange[]) => {
      for (const change of changes)
        await change.follow(table(), now).catch((error: unknown) => {
          meetings.push(error);
          waiting.push(change);
        });
    };
    await Promise.all(groups.map(deliverAll));
  }

  return {
    /** Each look is a second later. */
    now: () => (now += 1000),
    changed: (change: StreamChange) => waiting.push(change),
    /** Lets 48 hours pass now and then, and before the job's look-back of an hour misses something. */
    async pass(): Promise<boolean> {
      if (Math.random() > 0.12 && now - passed < 25 * minuteMs) return false;
      now += answerHours * hourMs + 20 * minuteMs - reminderMs;
      await settleDue(table(), now, dueKinds);
      now += reminderMs;
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
      // The projector's own changes come back on the stream, and those of two parcels meet at a trip.
      for (let tries = 0; waiting.length > 0 && tries < 10; tries++) await deliver();
      if (waiting.length > 0) throw new Error('The stream does not end', { cause: meetings.at(-1) });
    },
  };
}
