import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/accounts/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * The one owner of an address: who is signing up with it, then whose it is. `memberId` appears together with the profile,
 * so a lock without it is a sign-up that has not come to its end.
 */
export const EmailLock = z.object({
  /** Hash of the Idempotency-Key that took the address. */
  claim: z.string(),
  /** Hash of what was said beside the password: the same key must mean the same sign-up. */
  facts: z.string(),
  /** Milliseconds. */
  at: z.int(),
  /** Outbox row of the confirmation. */
  mailId: z.string(),
  memberId: z.optional(z.string()),
});
export type EmailLock = z.infer<typeof EmailLock>;

/** A lock that never found its profile is forgotten after a day. */
const unfinishedSeconds = 86_400;

export function accountRepository(table: Table) {
  const profiles = profileRepository(table);

  async function lockOf(email: string): Promise<EmailLock | undefined> {
    const item = await table.get(keys.emailLock(email), { consistent: true });
    return item && EmailLock.parse(item);
  }

  return {
    lockOf,

    /** The member of this address. An unknown address costs the same two reads. */
    async ofEmail(email: string): Promise<ProfileRecord | undefined> {
      const lock = await lockOf(email);
      return profiles.read(lock?.memberId ?? randomUUID());
    },

    /** Takes a free address, or one whose unfinished owner (`from`) is given up; `refuse` is told who was faster. */
    takeAddress(
      email: string,
      lock: EmailLock,
      from: EmailLock | undefined,
      refuse: (standing: EmailLock | undefined) => Refusal,
    ): Write {
      const isFree = 'attribute_not_exists(pk)';
      return table.put(
        lockItem(email, lock),
        from
          ? {
              expression: `${isFree} OR (#claim = :from AND attribute_not_exists(memberId))`,
              names: { '#claim': 'claim' },
              values: { ':from': from.claim },
            }
          : { expression: isFree },
        (old) => refuse(old && EmailLock.parse(old)),
      );
    },

    /** The address is the member's: held in the transaction that makes his profile. */
    keepAddress: (email: string, lock: EmailLock & { memberId: string }): Write =>
      table.put(lockItem(email, lock), unfinishedOf(lock), () => new Refusal('EMAIL_TAKEN')),

    /** Gives an address back whose sign-up came to nothing. */
    freeAddress: (email: string, lock: EmailLock): Write => table.remove(keys.emailLock(email), unfinishedOf(lock)),

    /**
     * Sets single facts of a profile, whatever version it has; the version rises so that nobody who read it before
     * overwrites them. Facts that decide about a list (`status`, documents) are not changed this way.
     */
    change(
      id: string,
      facts: Partial<Pick<ProfileRecord, 'emailConfirmedAt' | 'tokensValidAfter'>>,
      { newResetEpoch = false } = {},
    ): Write {
      const named = Object.entries(facts);
      const sets = [
        ...named.map(([name]) => `#record.#${name} = :${name}`),
        ...(newResetEpoch ? ['#record.#resetEpoch = #record.#resetEpoch + :one'] : []),
        '#record.#version = #record.#version + :one',
        '#version = #version + :one',
      ];
      const names = ['record', 'version', ...(newResetEpoch ? ['resetEpoch'] : []), ...named.map(([name]) => name)];
      return table.update(
        keys.profile(id),
        {
          expression: `SET ${sets.join(', ')}`,
          names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
          values: { ':one': 1, ...Object.fromEntries(named.map(([name, value]) => [`:${name}`, value])) },
        },
        present,
      );
    },
  };
}

const lockItem = (email: string, lock: EmailLock): Item & ReturnType<typeof keys.emailLock> => ({
  ...keys.emailLock(email),
  kind: 'emailLock',
  ...lock,
  ...(lock.memberId ? {} : { ttl: Math.floor(lock.at / 1000) + unfinishedSeconds }),
});

const unfinishedOf = ({ claim }: EmailLock) => ({
  expression: '#claim = :claim AND attribute_not_exists(memberId)',
  names: { '#claim': 'claim' },
  values: { ':claim': claim },
});
