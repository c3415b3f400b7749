import type { ProfileRecord } from '../profiles/record.ts';
import { dayMs, dayOf, daysUntil } from '../values/time.ts';

type Subscriber = Pick<ProfileRecord, 'subscriptionEnd'>;

/**
 * The day (`YYYY-MM-DD`) from which publishing, accepting, choosing and new conversations need a running subscription;
 * undefined while the service is free (rule 197). It is the setting `subscriptionFrom`.
 */
export type SubscriptionFrom = string | undefined;

/** Days of notice for a new or moved day (rule 197). The deploy refuses less. */
export const warningDays = 30;

/** Days before the first payment is needed on which members are reminded; 0 is the day itself. */
export const reminderDays = [warningDays, 7, 0] as const;

export const isSubscriptionNeeded = (from: SubscriptionFrom, now: number): from is string =>
  from !== undefined && from <= dayOf(now);

const lastDayOf = ({ subscriptionEnd }: Subscriber) =>
  subscriptionEnd === undefined ? undefined : dayOf(Date.parse(subscriptionEnd));

export function subscriptionRuns(member: Subscriber, now: number): boolean {
  const last = lastDayOf(member);
  return last !== undefined && last >= dayOf(now);
}

/** It includes those who never paid (rule 197). */
export const lacksSubscription = (member: Subscriber, from: SubscriptionFrom, now: number): boolean =>
  isSubscriptionNeeded(from, now) && !subscriptionRuns(member, now);

export function coversStart(member: Subscriber, from: string): boolean {
  const last = lastDayOf(member);
  return last !== undefined && last >= from;
}

/** An imminent change: the first day on which acts need a payment, or the last paid day. */
export interface ComingChange {
  readonly kind: 'start' | 'end';
  readonly day: string;
  readonly left: number;
}

/** The reminder in the last 30 days before the member's acts need a payment; undefined before and afterwards. */
export function comingChange(member: Subscriber, from: SubscriptionFrom, now: number): ComingChange | undefined {
  if (from === undefined) return undefined;
  const last = lastDayOf(member);
  const change =
    last !== undefined && last >= from
      ? ({ kind: 'end', day: last } as const)
      : ({ kind: 'start', day: from } as const);
  const left = daysUntil(change.day, now);
  const isOver = change.kind === 'end' ? left < 0 : left <= 0;
  return isOver || left > warningDays ? undefined : { ...change, left };
}

/** The day of the next reminder before the end of a subscription; undefined after the last one. */
export function nextReminder(end: string, now: number): string | undefined {
  const left = daysUntil(dayOf(Date.parse(end)), now);
  const next = reminderDays.find((days) => days < left);
  return next === undefined ? undefined : dayOf(Date.parse(end) - next * dayMs);
}
