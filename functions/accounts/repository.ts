import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { absent, all, type Condition, type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { isAside, profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * The one owner of an address: who is signing up with it, then whose it is. `memberId` appears together with the profile,
 * so a lock without it is a sign-up that has not come to its end; without `confirmedAt` anybody may take the address over.
 */
export const EmailLock = z.object({
  /** Hash of the Idempotency-Key that took the address. */
  claim: z.string(),
  /** Hash of what was said beside the password: the same key must mean the same sign-up. */
  facts: z.string(),
  /** Which try holds the address: an older one of the same key ends nothing any more. Absent in locks of before. */
  attempt: z.optional(z.string()),
  /** Milliseconds. */
  at: z.int(),
  /** Outbox row of the confirmation. */
  mailId: z.string(),
  memberId: z.optional(z.string()),
  confirmedAt: z.optional(z.string()),
});
export type EmailLock = z.infer<typeof EmailLock>;
export type FinishedLock = EmailLock & { readonly memberId: string };

export const isFinished = (lock: EmailLock): lock is FinishedLock => lock.memberId !== undefined;

/** Another sign-up with the address is at work. */
export const underway = () => new Refusal('IN_PROGRESS', undefined, { retryAfterSeconds: 1 });

/** A profile that nobody confirmed, or none. */
const neverConfirmed: Condition = {
  expression: 'attribute_not_exists(#record.#confirmed)',
  names: { '#record': 'record', '#confirmed': 'emailConfirmedAt' },
};

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

    /**
     * Takes a free address, or one from `standing`, whom nobody confirmed: their profile goes in the same moment, so that
     * from here on no link, ticket or file of theirs finds anybody. EMAIL_TAKEN, or IN_PROGRESS when another was faster.
     */
    takeAddress(email: string, lock: EmailLock, standing: EmailLock | undefined): Write[] {
      const stands = standing && {
        expression: `${standing.attempt === undefined ? 'attribute_not_exists(attempt)' : 'attempt = :standing'} AND ${standing.memberId ? 'memberId = :member' : 'attribute_not_exists(memberId)'} AND attribute_not_exists(confirmedAt)`,
        values: {
          ...(standing.attempt === undefined ? {} : { ':standing': standing.attempt }),
          ...(standing.memberId ? { ':member': standing.memberId } : {}),
        },
      };
      const free = stands ? { ...stands, expression: `${absent.expression} OR (${stands.expression})` } : absent;
      return [
        table.put(lockItem(email, lock), free, refusalBy),
        ...(standing?.memberId ? [forget(standing.memberId)] : []),
      ];
    },

    /** A user whom a broken try left behind is nobody's, while this try holds the address. */
    disown: (email: string, lock: EmailLock, userId: string): Write[] => [
      table.check(keys.emailLock(email), heldBy(lock), refusalBy),
      forget(userId),
    ],

    /** The address is the member's: held in the transaction that makes their profile. */
    keepAddress: (email: string, lock: FinishedLock): Write =>
      table.put(lockItem(email, lock), heldBy(lock), refusalBy),

    /** Gives an address back whose sign-up came to nothing. */
    freeAddress: (email: string, lock: EmailLock): Write => table.remove(keys.emailLock(email), heldBy(lock)),

    /** The member's address is confirmed, while it still is theirs and nobody has confirmed it. */
    confirm: (email: string, memberId: string, at: string): Write[] => [
      change(memberId, { emailConfirmedAt: at }, { onlyIf: all(present, neverConfirmed) }),
      table.update(
        keys.emailLock(email),
        { expression: 'SET confirmedAt = :at', values: { ':at': at } },
        {
          expression: 'memberId = :member AND attribute_not_exists(confirmedAt)',
          values: { ':member': memberId },
        },
      ),
    ],

    /** An account that nobody confirmed ends, with the lock of its address. STATE_CHANGED once it is confirmed. */
    abandon: ({ id, email }: ProfileRecord, lock: EmailLock | undefined): Write[] => [
      table.remove(keys.profile(id), all(present, neverConfirmed)),
      ...(lock?.memberId === id
        ? [
            table.remove(keys.emailLock(email), {
              expression: 'memberId = :member AND attribute_not_exists(confirmedAt)',
              values: { ':member': id },
            }),
          ]
        : []),
    ],

    change,
  };

  /** The profile goes, if there is one; a confirmed one stays. */
  function forget(memberId: string): Write {
    return table.remove(keys.profile(memberId), neverConfirmed, () => new Refusal('EMAIL_TAKEN'));
  }

  /**
   * Sets single facts of a profile, whatever version it has. One that its readers see raises the version, so that nobody
   * who read it before overwrites it; the others stand beside the record and raise nothing. Facts that decide about a
   * list (`status`, documents) are not changed this way.
   */
  function change(
    id: string,
    facts: Partial<Pick<ProfileRecord, 'emailConfirmedAt' | 'tokensValidAfter'>>,
    { newResetEpoch = false, onlyIf = present }: { newResetEpoch?: boolean; onlyIf?: Condition } = {},
  ): Write {
    const named = Object.entries(facts);
    const isSeen = named.some(([name]) => !isAside(name));
    const sets = [
      ...named.map(([name]) => (isAside(name) ? `#${name} = :${name}` : `#record.#${name} = :${name}`)),
      ...(newResetEpoch ? ['#resetEpoch = if_not_exists(#resetEpoch, #record.#resetEpoch) + :one'] : []),
      ...(isSeen ? ['#record.#version = #record.#version + :one', '#version = #version + :one'] : []),
    ];
    const names = [
      ...(isSeen || newResetEpoch ? ['record'] : []),
      ...(isSeen ? ['version'] : []),
      ...(newResetEpoch ? ['resetEpoch'] : []),
      ...named.map(([name]) => name),
    ];
    return table.update(
      keys.profile(id),
      {
        expression: `SET ${sets.join(', ')}`,
        names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        values: {
          ...(isSeen || newResetEpoch ? { ':one': 1 } : {}),
          ...Object.fromEntries(named.map(([name, value]) => [`:${name}`, value])),
        },
      },
      onlyIf,
    );
  }
}

const lockItem = (email: string, lock: EmailLock): Item & ReturnType<typeof keys.emailLock> => ({
  ...keys.emailLock(email),
  kind: 'emailLock',
  ...lock,
  ...(lock.memberId ? {} : { ttl: Math.floor(lock.at / 1000) + unfinishedSeconds }),
});

const heldBy = ({ attempt }: EmailLock): Condition => ({
  expression: 'attempt = :attempt AND attribute_not_exists(memberId)',
  values: { ':attempt': attempt },
});

/** What whoever was faster with an address means for the others. */
const refusalBy = (standing: Item | undefined) =>
  standing?.['confirmedAt'] === undefined ? underway() : new Refusal('EMAIL_TAKEN');
