/** With a stolen session each call is a guess at the password, so all rows that check it share the count. */
export const passwordTries = [{ by: 'member', count: 5, seconds: 3600, shared: 'passwordProof' }] as const;
