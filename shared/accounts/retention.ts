/**
 * Days for which identity files are kept (/privacy promises it), from the day they were sent, or from the decision
 * about the profile or a new name.
 */
export const documentDays = { undecided: 90, approved: 7, rejected: 30, name: 7 } as const;

/** Days after which an account with an unconfirmed address is deleted. */
export const unconfirmedDays = 7;
