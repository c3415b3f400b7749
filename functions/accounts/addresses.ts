import * as z from 'zod/mini';
import { underway } from '#functions/platform/http/idempotency.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, type Condition, expression, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * The lock of an address: held by a sign-up, later by its member. `memberId` is written together with the profile, so a
 * lock without it is an unfinished sign-up. Without `confirmedAt`, any other sign-up may take over the address.
 */
export const EmailLock = z.object({
  /** Hash of the Idempotency-Key that reserved the address. */
  claim: z.string(),
  /** Hash of all fields but the password: the same key must mean the same sign-up. */
  facts: z.string(),
  /** The try that holds the address. An older try of the same key changes nothing any more. */
  attempt: z.string(),
  at: z.int(),
  mailId: z.string(),
  memberId: z.optional(z.string()),
  confirmedAt: z.optional(z.string()),
});
export type EmailLock = z.infer<typeof EmailLock>;
export type FinishedLock = EmailLock & { readonly memberId: string };

export const isFinished = (lock: EmailLock): lock is FinishedLock => lock.memberId !== undefined;

/** A lock without a profile expires after a day. */
const unfinishedSeconds = 86_400;

export function addressRepository(table: Table) {
  const profiles = profileRepository(table);

  const put = (email: string, lock: EmailLock, condition: Condition): Write =>
    table.put(lockItem(email, lock), condition, refusalTo(lock));

  return {
    async lockOf(email: string): Promise<EmailLock | undefined> {
      const item = await table.get(keys.emailLock(email), { consistent: true });
      return item && EmailLock.parse(item);
    },

    /**
     * Takes an address that is free, or held by `standing`. An unconfirmed profile of `standing` is deleted in the same
     * transaction, so that its links, tickets and files lead to no member. Throws EMAIL_TAKEN, or IN_PROGRESS on a
     * conflict.
     */
    takeAddress: (email: string, lock: EmailLock, standing: EmailLock | undefined): Write[] => [
      put(email, lock, standing ? freeOr(standing) : absent),
      ...(standing?.memberId ? [profiles.removeUnconfirmed(standing.memberId)] : []),
    ],

    /** Deletes the profile of a user that a failed try left, while this try holds the address. */
    disown: (email: string, lock: EmailLock, userId: string): Write[] => [
      table.check(keys.emailLock(email), heldBy(lock), refusalTo(lock)),
      table.check(keys.poolUser(userId), absent, refusalTo(lock)),
      profiles.removeUnconfirmed(userId),
    ],

    keepAddress: (email: string, lock: FinishedLock): Write => put(email, lock, heldBy(lock)),

    freeAddress: (email: string, lock: EmailLock): Write => table.remove(keys.emailLock(email), heldBy(lock)),

    /** Marks the address as confirmed. Fails if it is confirmed already, or not the member's. */
    confirmAddress: (email: string, memberId: string, at: string): Write =>
      table.update(keys.emailLock(email), expression`SET confirmedAt = ${at}`, unconfirmedOf(memberId)),

    abandonAddress: (email: string, memberId: string): Write =>
      table.remove(keys.emailLock(email), unconfirmedOf(memberId)),

    /** Gives the address that `lock` holds to a member, as confirmed, and frees their former one. */
    moveAddress: (
      email: string,
      lock: EmailLock,
      { id, email: former }: Pick<ProfileRecord, 'id' | 'email'>,
      at: string,
    ): Write[] => [
      put(email, { ...lock, memberId: id, confirmedAt: at }, heldBy(lock)),
      table.remove(keys.emailLock(former), expression`memberId = ${id}`),
    ],

    /** If it was confirmed in between, the caller retries. */
    mustBeUnconfirmed: (email: string): Write =>
      table.check(
        keys.emailLock(email),
        expression`attribute_not_exists(confirmedAt)`,
        () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }),
      ),

    /** Holds only if the address is the member's, and confirmed. */
    mustBeOf: ({ id, email }: Pick<ProfileRecord, 'id' | 'email'>): Write =>
      table.check(
        keys.emailLock(email),
        expression`memberId = ${id} AND attribute_exists(confirmedAt)`,
        () => new Refusal('STATE_CHANGED'),
      ),
  };
}

const lockItem = (email: string, lock: EmailLock): Item & ReturnType<typeof keys.emailLock> => ({
  ...keys.emailLock(email),
  kind: 'emailLock',
  ...lock,
  ...(lock.memberId ? {} : { ttl: Math.floor(lock.at / 1000) + unfinishedSeconds }),
});

/** The address is free, or `standing` still holds it as it was read, unconfirmed. */
const freeOr = ({ attempt, memberId }: EmailLock): Condition => {
  const sameMember = memberId ? expression`memberId = ${memberId}` : expression`attribute_not_exists(memberId)`;
  return expression`${absent} OR (attempt = ${attempt} AND ${sameMember} AND attribute_not_exists(confirmedAt))`;
};

const heldBy = ({ attempt }: EmailLock): Condition =>
  expression`attempt = ${attempt} AND attribute_not_exists(memberId)`;

const unconfirmedOf = (memberId: string): Condition =>
  expression`memberId = ${memberId} AND attribute_not_exists(confirmedAt)`;

/** The refusal when another try holds the address. A try of the same sign-up may take it over, so the caller waits. */
const refusalTo =
  ({ claim }: EmailLock) =>
  (standing: Item | undefined) =>
    standing?.['confirmedAt'] === undefined || standing['claim'] === claim ? underway() : new Refusal('EMAIL_TAKEN');
