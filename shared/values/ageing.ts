import { dayMs, dayOf, startOfDay } from './time.ts';

/**
 * How long data are kept that age by themselves, in days (rule 95; /privacy promises it): a parcel's file and photos
 * from the parcel's end, messages from the thread's last activity, lines of the administrators' log from their writing.
 */
export const ageDays = { parcelFile: 90, proofs: 365, messages: 730, log: 1096 } as const;

/** The later of two calendar days. */
export const laterDay = (a: string, b: string) => (a > b ? a : b);

/** The calendar day that is this many days after another. */
export const daysAfter = (day: string, days: number) => dayOf(startOfDay(day) + days * dayMs);
