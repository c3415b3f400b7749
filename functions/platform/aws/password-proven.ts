/**
 * The message of the pre-token trigger to the password client instead of tokens: the password was right (decision 011).
 * In a separate file, so that the trigger does not bundle a client of the pool.
 */
export const passwordProven = 'PASSWORD_PROVEN';
