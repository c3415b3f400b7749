import { createHash } from 'node:crypto';
import { indexes, type Key } from '#functions/platform/keys.ts';
import { minuteMs } from '#shared/values/time.ts';

/** After this time an unread message causes a mail (product 2.9). */
const patienceMs = 15 * minuteMs;
export const quarterMs = 15 * minuteMs;
/** Many members write in parallel, so the rows of a quarter are spread over this many partitions. */
export const reminderParts = 8;

/** The quarter of an hour of a moment. */
export const quarterOf = (at: number) => new Date(Math.floor(at / quarterMs) * quarterMs).toISOString().slice(0, 16);

/** The key under which a member's thread row waits for its mail, by the moment of its first unread message. */
export const reminderOf = (at: number, { pk, sk }: Key) => {
  const order = `${pk}|${sk}`;
  const [byte = 0] = createHash('sha256').update(order).digest();
  return indexes.reminder(quarterOf(at + patienceMs), byte % reminderParts, order);
};
