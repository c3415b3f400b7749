import { randomUUID } from 'node:crypto';
import { keys } from '#functions/platform/keys.ts';
import { all, present, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import { neverConfirmed, profileRepository } from '#functions/profiles/repository.ts';
import { type ProfileRecord, queueOf } from '#shared/profiles/record.ts';
import { addressRepository, type EmailLock } from './addresses.ts';

/** Ends sessions from before the next whole second, because `auth_time` has whole seconds (rule 58). */
export const endOfSessions = (now: number) => Math.floor(now / 1000) + 1;

export function accountRepository(table: Table) {
  const profiles = profileRepository(table);
  const addresses = addressRepository(table);
  return {
    ...addresses,

    /** The member of this address. An unknown address costs the same two reads. */
    async ofEmail(email: string): Promise<ProfileRecord | undefined> {
      const lock = await addresses.lockOf(email);
      return profiles.read(lock?.memberId ?? randomUUID());
    },

    /**
     * Confirms the member's address, if it is still theirs and unconfirmed and their state is the one that was read.
     * After this, administrators can verify the member.
     */
    confirm: ({ id, email, status }: Pick<ProfileRecord, 'id' | 'email' | 'status'>, at: string): Write[] => [
      profiles.setFields(
        id,
        { emailConfirmedAt: at },
        {
          mailsArrive: true,
          onlyIf: all(recordHaving('status', status), neverConfirmed),
          queue: queueOf({ status, emailConfirmedAt: at }),
        },
      ),
      addresses.confirmAddress(email, id, at),
    ],

    moveTo: (email: string, lock: EmailLock, member: Pick<ProfileRecord, 'id' | 'email'>, at: string): Write[] => [
      ...addresses.moveAddress(email, lock, member, at),
      // Revokes the links for a new password, which went to the former address.
      profiles.setFields(
        member.id,
        { email, emailConfirmedAt: at },
        { newResetEpoch: true, mailsArrive: true, onlyIf: recordHaving('email', member.email) },
      ),
    ],

    /** Deletes an unconfirmed account and the lock of its address. Throws STATE_CHANGED once it is confirmed. */
    abandon: ({ id, email }: ProfileRecord, lock: EmailLock | undefined): Write[] => [
      table.remove(keys.profile(id), all(present, neverConfirmed)),
      ...(lock?.memberId === id ? [addresses.abandonAddress(email, id)] : []),
    ],
  };
}
