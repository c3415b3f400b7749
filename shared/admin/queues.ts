import * as z from 'zod/mini';
import { hourMs, workingMs } from '../values/time.ts';

/** All that a queue of administrators needs outside the table: a new queue begins with its entry here. */
interface QueueSpec {
  readonly tab: string;
  readonly label: string;
  /** The administrators' figure that counts it: the projector moves it, the night reconciles it. */
  readonly counter: string;
  readonly list: string;
  /** The longest that something may wait, in hours, and how members were promised it. */
  readonly hours: number;
  readonly promise: string;
  /** Shown once nothing waits. */
  readonly end: string;
  /** Hours of working days only (decision 031). */
  readonly isWorkingTime?: true;
}

export const queues = {
  profile: {
    tab: 'profiles',
    label: 'Profils',
    counter: 'pendingProfiles',
    list: 'adminProfiles',
    hours: 48,
    promise: 'promis sous 24 à 48 heures',
    end: "Aucun profil n'attend de décision.",
  },
  trip: {
    tab: 'trips',
    label: 'Trajets',
    counter: 'pendingTrips',
    list: 'adminTrips',
    hours: 48,
    promise: 'promis sous 24 à 48 heures',
    end: "Aucun trajet n'attend de validation.",
  },
  parcel: {
    tab: 'parcels',
    label: 'Colis',
    counter: 'pendingParcels',
    list: 'adminParcels',
    hours: 48,
    promise: 'promis sous 24 à 48 heures',
    end: "Aucun colis n'attend de validation.",
  },
  report: {
    tab: 'reports',
    label: 'Signalements',
    counter: 'pendingReports',
    list: 'adminReports',
    hours: 48,
    promise: 'promis sous 48 heures',
    end: "Aucun signalement n'attend de décision.",
  },
  receipt: {
    tab: 'receipts',
    label: 'Paiements',
    counter: 'pendingReceipts',
    list: 'adminReceipts',
    hours: 24,
    promise: 'promis sous 24 heures ouvrées',
    end: "Aucun paiement n'attend de vérification.",
    isWorkingTime: true,
  },
} as const satisfies Record<string, QueueSpec>;

export type Queue = keyof typeof queues;

export const queueNames = Object.keys(queues) as [Queue, ...Queue[]];

export const Queue = z.enum(queueNames);

/** The tabs of the panel, in their order; `administrators` is opened by a button (product 2.2). */
export const adminTabs = [
  'statistics',
  ...queueNames.map((queue) => queues[queue].tab),
  'banks',
  'advertisements',
  'logs',
  'administrators',
] as const;

export type AdminTab = (typeof adminTabs)[number];

type Spec = (typeof queues)[Queue];

export type QueueCounter = Spec['counter'];

export const forCounters = <T>(value: T) =>
  Object.fromEntries(queueNames.map((queue) => [queues[queue].counter, value])) as Record<QueueCounter, T>;

const specOf = (queue: Queue): QueueSpec => queues[queue];

/** Milliseconds of the promised time that have passed at `now`; `since` is ISO. */
export const waitedMs = (queue: Queue, since: string, now: number) =>
  specOf(queue).isWorkingTime ? workingMs(Date.parse(since), now) : now - Date.parse(since);

/** An item that began to wait at this moment (ISO) or later is not late at `now`. */
export const lateSince = (queue: Queue, now: number) => new Date(now - queues[queue].hours * hourMs).toISOString();

/** Waits for longer than it was promised; `since` is ISO. */
export const isLate = (queue: Queue, since: string, now: number) =>
  waitedMs(queue, since, now) > queues[queue].hours * hourMs;

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
