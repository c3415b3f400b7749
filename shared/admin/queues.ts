import * as z from 'zod/mini';
import { hourMs, workingMs } from '../values/time.ts';

/** What waits for administrators: each kind is a queue of its own. */
export const Queue = z.enum(['profile', 'trip', 'parcel', 'receipt']);
export type Queue = z.infer<typeof Queue>;

/** The longest that each queue may last, and how it is promised to members. Of a payment only working days count. */
export const promises: Readonly<Record<Queue, { readonly hours: number; readonly text: string }>> = {
  profile: { hours: 48, text: 'promis sous 24 à 48 heures' },
  trip: { hours: 48, text: 'promis sous 24 à 48 heures' },
  parcel: { hours: 48, text: 'promis sous 24 à 48 heures' },
  receipt: { hours: 24, text: 'promis sous 24 heures ouvrées' },
};

/** Milliseconds of the promised time that have passed at `now`; `since` is ISO. */
export const waitedMs = (queue: Queue, since: string, now: number) =>
  queue === 'receipt' ? workingMs(Date.parse(since), now) : now - Date.parse(since);

/** What began to wait at this moment (ISO) or later is not late at `now`. */
export const lateSince = (queue: Queue, now: number) => new Date(now - promises[queue].hours * hourMs).toISOString();

/** Waits for longer than it was promised; `since` is ISO. */
export const isLate = (queue: Queue, since: string, now: number) =>
  waitedMs(queue, since, now) > promises[queue].hours * hourMs;

/** « 31 h », from three days on « 3 jours ». */
export function ageText(since: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / hourMs));
  if (hours < 1) return "moins d'une heure";
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} jours`;
}

interface Listing {
  readonly status: string;
  readonly adminStatus: string;
  readonly createdAt: string;
  readonly submittedAt?: string | undefined;
}

/** Since when (ISO) a trip or parcel waits for its validation; undefined when it does not. */
export const listingWaitsSince = ({ status, adminStatus, createdAt, submittedAt }: Listing) =>
  adminStatus === 'pending' && status !== 'cancelled' ? (submittedAt ?? createdAt) : undefined;
