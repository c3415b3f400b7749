/**
 * How long identity files are kept (/privacy promises it), in days: from the day they were sent, or from the decision
 * about the profile or a new name.
 */
export const documentDays = { undecided: 90, approved: 7, rejected: 30, name: 7 } as const;

/** Days after which an account with an unconfirmed address is erased. */
export const unconfirmedDays = 7;
