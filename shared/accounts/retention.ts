/**
 * How long identity files are kept (/privacy promises it), in days: since they were sent, or since the decision about the
 * profile or about a new name.
 */
export const documentDays = { undecided: 90, approved: 7, rejected: 30, name: 7 } as const;

/** An account whose address was never confirmed is erased after so many days. */
export const unconfirmedDays = 7;
