import { dayMs, dayOf, startOfDay } from './time.ts';

/**
 * Days until data are erased automatically (rule 95, promised on /privacy). They count from the parcel's end for its
 * file and photos, from the thread's last activity for messages, from writing for lines of the log.
 */
export const ageDays = { parcelFile: 90, proofs: 365, messages: 730, log: 1096 } as const;

export const laterDay = (a: string, b: string) => (a > b ? a : b);

/** The calendar day that is this many days after another. */
export const daysAfter = (day: string, days: number) => dayOf(startOfDay(day) + days * dayMs);

/**
 * Days for which identity files are kept (/privacy promises it), from the day they were sent, or from the decision
 * about the profile or a new name.
 */
export const documentDays = { undecided: 90, approved: 7, rejected: 30, name: 7 } as const;

/** Days after which an account with an unconfirmed address is deleted. */
export const unconfirmedDays = 7;
