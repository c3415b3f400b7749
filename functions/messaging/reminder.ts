import { createHash } from 'node:crypto';
import { indexes, type Key } from '#functions/platform/keys.ts';
import { minuteMs } from '#shared/values/time.ts';

/** After this long something unread is worth a mail (product 2.9). */
const patienceMs = 15 * minuteMs;
export const quarterMs = 15 * minuteMs;
/** Many write at once: the rows of a quarter lie in so many parts. */
export const reminderParts = 8;

/** The quarter of an hour that a moment lies in. */
export const quarterOf = (at: number) => new Date(Math.floor(at / quarterMs) * quarterMs).toISOString().slice(0, 16);

/** Where a member's row of a thread waits for its mail, whose first unread message came at a moment. */
export const reminderOf = (at: number, { pk, sk }: Key) => {
  const order = `${pk}|${sk}`;
  const [byte = 0] = createHash('sha256').update(order).digest();
  return indexes.reminder(quarterOf(at + patienceMs), byte % reminderParts, order);
};
