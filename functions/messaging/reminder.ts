import { partOf, quarterOf } from '#functions/platform/due.ts';
import { indexes, type Key } from '#functions/platform/keys.ts';
import { minuteMs } from '#shared/values/time.ts';

/** After this time an unread message causes a mail (product 2.9). */
const patienceMs = 15 * minuteMs;

/** The key under which a member's thread row waits for its mail, by the moment of its first unread message. */
export const reminderOf = (at: number, { pk, sk }: Key) => {
  const order = `${pk}|${sk}`;
  return indexes.reminder(quarterOf(at + patienceMs), partOf(order), order);
};
