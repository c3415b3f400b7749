import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { indexes, keys } from '#functions/platform/keys.ts';
import {
  absent,
  all,
  type Condition,
  type Item,
  present,
  recordHaving,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { isAside, profileRepository } from '#functions/profiles/repository.ts';
import { type ProfileRecord, queueOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * The lock of an address: the sign-up that holds it, later its member. `memberId` is written together with the profile,
 * so a lock without it is an unfinished sign-up. Without `confirmedAt` any other sign-up may take over the address.
 */
export const EmailLock = z.object({
  /** Hash of the Idempotency-Key that reserved the address. */
  claim: z.string(),
  /** Hash of all facts but the password. The same key must mean the same sign-up. */
  facts: z.string(),
  /** The try that holds the address; older tries of the same key have no effect. Absent in old locks. */
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

/** Sessions that began before the next whole second have ended, because `auth_time` is in seconds (rule 58). */
export const endOfSessions = (now: number) => Math.floor(now / 1000) + 1;

/** Another sign-up with the address is in progress. */
export const underway = () => new Refusal('IN_PROGRESS', undefined, { retryAfterSeconds: 1 });

/** An unconfirmed profile, or none. */
const neverConfirmed: Condition = {
  expression: 'attribute_not_exists(#record.#confirmed)',
  names: { '#record': 'record', '#confirmed': 'emailConfirmedAt' },
};

/** A lock without a profile expires after a day. */
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
     * Takes a free address, or one from `standing`, an unconfirmed profile. The profile is deleted in the same
     * transaction, so that its links, tickets and files no longer lead to a member. Throws EMAIL_TAKEN, or IN_PROGRESS
     * after a lost race.
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
        table.put(lockItem(email, lock), free, refusalTo(lock)),
        ...(standing?.memberId ? [forget(standing.memberId)] : []),
      ];
    },

    /** While this try holds the address, a user that a failed try left belongs to no member. */
    disown: (email: string, lock: EmailLock, userId: string): Write[] => [
      table.check(keys.emailLock(email), heldBy(lock), refusalTo(lock)),
      forget(userId),
    ],

    /** The address belongs to the member; written in the transaction that creates their profile. */
    keepAddress: (email: string, lock: FinishedLock): Write =>
      table.put(lockItem(email, lock), heldBy(lock), refusalTo(lock)),

    /** Frees the address of a failed sign-up. */
    freeAddress: (email: string, lock: EmailLock): Write => table.remove(keys.emailLock(email), heldBy(lock)),

    /**
     * Confirms the member's address, if it is still theirs and unconfirmed, and their state is the one that was read.
     * Afterwards administrators can verify the member.
     */
    confirm: ({ id, email, status }: Pick<ProfileRecord, 'id' | 'email' | 'status'>, at: string): Write[] => [
      change(
        id,
        { emailConfirmedAt: at },
        {
          mailsArrive: true,
          onlyIf: all(recordHaving('status', status), neverConfirmed),
          queue: queueOf({ status, emailConfirmedAt: at }),
        },
      ),
      table.update(
        keys.emailLock(email),
        { expression: 'SET confirmedAt = :at', values: { ':at': at } },
        {
          expression: 'memberId = :member AND attribute_not_exists(confirmedAt)',
          values: { ':member': id },
        },
      ),
    ],

    /** Gives the member the address that `lock` holds, confirmed, and frees the former one. */
    moveTo: (
      email: string,
      lock: EmailLock,
      { id, email: former }: Pick<ProfileRecord, 'id' | 'email'>,
      at: string,
    ) => [
      table.put(lockItem(email, { ...lock, memberId: id, confirmedAt: at }), heldBy(lock), refusalTo(lock)),
      table.remove(keys.emailLock(former), { expression: 'memberId = :member', values: { ':member': id } }),
      // Links for a new password went to the former address.
      change(
        id,
        { email, emailConfirmedAt: at },
        { newResetEpoch: true, mailsArrive: true, onlyIf: recordHaving('email', former) },
      ),
    ],

    /** While an address waits for its account. If it was confirmed in between, the caller retries. */
    mustBeUnconfirmed: (email: string): Write =>
      table.check(
        keys.emailLock(email),
        { expression: 'attribute_not_exists(confirmedAt)' },
        () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }),
      ),

    /** The profile of a new administrator, if the member is confirmed, not blocked and stays. */
    giveRights: (id: string): Write =>
      change(
        id,
        { isAdmin: true },
        {
          onlyIf: {
            expression:
              '#record.#status <> :blocked AND attribute_exists(#record.#confirmed) AND attribute_not_exists(#record.#leaves)',
            names: {
              '#record': 'record',
              '#status': 'status',
              '#confirmed': 'emailConfirmedAt',
              '#leaves': 'leavesOn',
            },
            values: { ':blocked': 'blocked' },
          },
        },
      ),

    /** The address still belongs to the member who confirmed it. */
    mustBeOf: ({ id, email }: Pick<ProfileRecord, 'id' | 'email'>): Write =>
      table.check(
        keys.emailLock(email),
        { expression: 'memberId = :member AND attribute_exists(confirmedAt)', values: { ':member': id } },
        () => new Refusal('STATE_CHANGED'),
      ),

    /** Ends an unconfirmed account, with the lock of its address. Throws STATE_CHANGED once it is confirmed. */
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

  /** Deletes the profile, if there is one; a confirmed one stays. */
  function forget(memberId: string): Write {
    return table.remove(keys.profile(memberId), neverConfirmed, () => new Refusal('EMAIL_TAKEN'));
  }

  /**
   * Sets single facts of a profile at any version. A fact that its readers see raises the version, so that an act on an
   * older version cannot overwrite it. The other facts are beside the record and do not raise the version.
   * `mailsArrive`: a link of a mail was opened. A fact that decides about the administrators' list needs the list
   * (`queue`). Facts that decide about the place in the list are not changed this way.
   */
  function change(
    id: string,
    facts: Partial<Pick<ProfileRecord, 'email' | 'emailConfirmedAt' | 'tokensValidAfter' | 'isAdmin'>>,
    {
      newResetEpoch = false,
      mailsArrive = false,
      onlyIf = present,
      queue,
    }: {
      newResetEpoch?: boolean;
      mailsArrive?: boolean;
      onlyIf?: Condition;
      queue?: ReturnType<typeof queueOf>;
    } = {},
  ): Write {
    const named = Object.entries(facts);
    const isSeen = named.some(([name]) => !isAside(name));
    const sets = [
      ...named.map(([name]) => (isAside(name) ? `#${name} = :${name}` : `#record.#${name} = :${name}`)),
      ...(newResetEpoch ? ['#resetEpoch = if_not_exists(#resetEpoch, #record.#resetEpoch) + :one'] : []),
      ...(isSeen ? ['#record.#version = #record.#version + :one', '#version = #version + :one'] : []),
      ...(queue ? ['gs2pk = :queue'] : []),
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
        expression: `SET ${sets.join(', ')}${mailsArrive ? ' REMOVE mailRefused' : ''}`,
        names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        values: {
          ...(isSeen || newResetEpoch ? { ':one': 1 } : {}),
          ...(queue ? { ':queue': indexes.queue('PROFILE', queue, '').gs2pk } : {}),
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

/** The refusal after a lost race for the address. Another try of the same sign-up takes nothing away. */
const refusalTo =
  ({ claim }: EmailLock) =>
  (standing: Item | undefined) =>
    standing?.['confirmedAt'] === undefined || standing['claim'] === claim ? underway() : new Refusal('EMAIL_TAKEN');
