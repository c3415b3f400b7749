import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { Refusal } from '#shared/refusal.ts';
import { indexes, keys } from './keys.ts';
import { absent, expression, type Table, type Write } from './table.ts';

/**
 * The purposes of one-time tokens. `proof` is the browser token of a sign-up, which shows that the same browser opens
 * the link. `newPassword` sets a password after the check of the current one.
 */
const TokenPurpose = z.enum(['confirm', 'proof', 'reset', 'upload', 'socket', 'newPassword', 'archive', 'newEmail']);
export type TokenPurpose = z.infer<typeof TokenPurpose>;

const TokenItem = z.object({
  purpose: TokenPurpose,
  memberId: z.string(),
  /** The mailbox that a confirmation link confirms, even if its member no longer exists. */
  email: z.optional(z.string()),
  /** Reset links of an older epoch are invalid. */
  epoch: z.optional(z.int()),
  /** Start of the session of a socket ticket, in seconds. */
  authTime: z.optional(z.int()),
  /** Milliseconds, checked in conditions and here. The table's TTL only cleans up. */
  expiresAt: z.int(),
  usedAt: z.optional(z.int()),
});
export type TokenItem = z.infer<typeof TokenItem>;

/** 256 random bits, as they travel in links; only the hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Stores a token's hash with its purpose. Tokens of a sign-up can be listed by their member. */
export const issueToken = (table: Table, token: string, facts: Omit<TokenItem, 'usedAt'>): Write => {
  const key = keys.token(token);
  const isOfSignUp = facts.purpose === 'upload' || facts.purpose === 'proof';
  return table.put(
    {
      ...key,
      ...(isOfSignUp ? indexes.ofSignUp(facts.memberId, key) : {}),
      kind: 'token',
      ...facts,
      ttl: Math.ceil(facts.expiresAt / 1000) + 86_400,
    },
    absent,
  );
};

/** The stored token, even a used or expired one; undefined if there is none of this purpose. */
export async function findToken(table: Table, token: string, purpose: TokenPurpose): Promise<TokenItem | undefined> {
  const item = await table.get(keys.token(token), { consistent: true });
  const found = item && TokenItem.parse(item);
  return found?.purpose === purpose ? found : undefined;
}

/** The valid token of this purpose; INVALID_LINK if unknown or used, EXPIRED_LINK if expired. */
export async function readToken(table: Table, token: string, purpose: TokenPurpose, now: number): Promise<TokenItem> {
  const found = await findToken(table, token, purpose);
  if (!found || found.usedAt !== undefined) throw new Refusal('INVALID_LINK');
  if (found.expiresAt <= now) throw new Refusal('EXPIRED_LINK');
  return found;
}

/** Uses up the token. Of concurrent tries one succeeds; the others get INVALID_LINK or the given refusal. */
export const spendToken = (table: Table, token: string, now: number, late = new Refusal('INVALID_LINK')): Write =>
  table.update(
    keys.token(token),
    expression`SET usedAt = ${now}`,
    expression`attribute_exists(pk) AND attribute_not_exists(usedAt) AND expiresAt > ${now}`,
    () => late,
  );
