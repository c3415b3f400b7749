import type { ProfileRecord } from '../profiles/record.ts';
import { dayMs, dayOf, daysUntil } from '../values/time.ts';

/** What decides whether a member's acts need a payment. */
type Subscriber = Pick<ProfileRecord, 'subscriptionEnd'>;

/**
 * The day (`YYYY-MM-DD`) from which publishing, accepting, choosing and new conversations need a running subscription;
 * undefined while the service is free (rule 197). It is the setting `subscriptionFrom`.
 */
export type SubscriptionFrom = string | undefined;

/** Days before its day that a change of the setting must be known (rule 197): the deploy refuses a later one. */
export const noticeDays = 30;

/** Days before the day from which a member's acts need a payment, on which they are told; 0 is that day. */
export const reminderDays = [noticeDays, 7, 0] as const;

export const isSubscriptionNeeded = (from: SubscriptionFrom, now: number): from is string =>
  from !== undefined && from <= dayOf(now);

const lastDayOf = ({ subscriptionEnd }: Subscriber) =>
  subscriptionEnd === undefined ? undefined : dayOf(Date.parse(subscriptionEnd));

/**
 * Whether a subscription runs: until its last day, which is what members read of its end, is over in Algiers (rule 56).
 */
export function subscriptionRuns(member: Subscriber, now: number): boolean {
  const last = lastDayOf(member);
  return last !== undefined && last >= dayOf(now);
}

/** Whether the acts of this member wait for a payment. Those who never paid are asked as all others (rule 197). */
export const lacksSubscription = (member: Subscriber, from: SubscriptionFrom, now: number): boolean =>
  isSubscriptionNeeded(from, now) && !subscriptionRuns(member, now);

/** Whether the subscription still runs on that day: then it is its own end that changes something. */
export function coversStart(member: Subscriber, from: string): boolean {
  const last = lastDayOf(member);
  return last !== undefined && last >= from;
}

/** A change that is near: the first day on which acts need a payment, or the last day of what was paid. */
export interface ComingChange {
  readonly kind: 'start' | 'end';
  readonly day: string;
  /** Whole days until then. */
  readonly left: number;
}

/** What a member is told in the last 30 days before their acts need a payment; undefined before and afterwards. */
export function comingChange(member: Subscriber, from: SubscriptionFrom, now: number): ComingChange | undefined {
  if (from === undefined) return undefined;
  const last = lastDayOf(member);
  const change =
    last !== undefined && last >= from
      ? ({ kind: 'end', day: last } as const)
      : ({ kind: 'start', day: from } as const);
  const left = daysUntil(change.day, now);
  const isOver = change.kind === 'end' ? left < 0 : left <= 0;
  return isOver || left > noticeDays ? undefined : { ...change, left };
}

/** The day of the next reminder before the end of a subscription; undefined after the last one. */
export function nextReminder(end: string, now: number): string | undefined {
  const left = daysUntil(dayOf(Date.parse(end)), now);
  const next = reminderDays.find((days) => days < left);
  return next === undefined ? undefined : dayOf(Date.parse(end) - next * dayMs);
}
