/**
 * The message of the pre-token trigger to the password client instead of tokens: the password was right
 * (decision 011). In a file of its own, so that the trigger carries no client of the pool.
 */
export const passwordProven = 'PASSWORD_PROVEN';
