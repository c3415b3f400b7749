import type { Identity } from '#functions/platform/identity.ts';
import { sha256 } from '#functions/platform/keys.ts';
import type { Deps } from '#functions/serve.ts';
import type { NewAccount } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/values/time.ts';
import { accountRepository, type EmailLock, isFinished, underway } from './repository.ts';

/**
 * The steps that make an account: the address is held, a user is made, then the caller stores profile and address in one
 * transaction. Whatever is done to the pool is done to a user whom this try has made itself, so that nobody's late step
 * reaches another's account (decision 011).
 */
export interface AccountMaking extends Deps {
  readonly identity: Identity;
}

/** A sign-up that has not ended after a minute has died; the next one takes its address over. */
const givenUpMs = minuteMs;

/** What was said, without what must not be guessed: the same key must mean the same person. */
export const factsOf = ({ firstName, lastName, email, phone }: Omit<NewAccount, 'password' | 'acceptedTerms'>) =>
  sha256(JSON.stringify([firstName, lastName, email, phone]));

/**
 * Holds the address for one try of the sign-up that `claim` names, or answers that sign-up when it has come to its end.
 * Throws EMAIL_TAKEN when the address is confirmed, IN_PROGRESS while another sign-up with it runs, KEY_REUSED when the
 * same claim said something else before.
 */
export async function holdAddress(
  { table, now, newId }: Deps,
  email: string,
  { claim, facts }: Pick<EmailLock, 'claim' | 'facts'>,
  { givenUpAfterMs = givenUpMs } = {},
): Promise<EmailLock> {
  const accounts = accountRepository(table);
  const standing = await accounts.lockOf(email);
  const own = standing?.claim === claim ? standing : undefined;
  if (own && own.facts !== facts) throw new Refusal('KEY_REUSED');
  if (own && isFinished(own)) return own;
  if (standing?.confirmedAt) throw new Refusal('EMAIL_TAKEN');
  if (standing && !own && !isFinished(standing) && now() - standing.at < givenUpAfterMs) throw underway();
  const lock: EmailLock = { claim, facts, attempt: newId(), at: now(), mailId: own?.mailId ?? newId() };
  await table.transact(accounts.takeAddress(email, lock, standing));
  return lock;
}

/** So often a user with the address, left behind by a try that broke off, is cleared away. */
const clearings = 3;

/**
 * A new user with this password, for the holder of the address. Throws INVALID at `password` with the address free again,
 * when Cognito does not take it; IN_PROGRESS when another try holds the address meanwhile.
 */
export async function makeUser(
  { table, identity }: AccountMaking,
  { email, password, lock }: { email: string; password: string; lock: EmailLock },
  options: { verified?: true } = {},
): Promise<string> {
  const accounts = accountRepository(table);
  for (let cleared = 0; cleared <= clearings; cleared++) {
    const user = await identity.createUser(email, options);
    if (!user.existed) {
      await identity.setPassword(user.id, password).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        // Cleared away by whoever holds the address now.
        if (error.code === 'STATE_CHANGED') throw underway();
        // Typed again it comes with a new key: the address must be free for it.
        if (error.code === 'INVALID') await table.transact([accounts.freeAddress(email, lock)]);
        throw error;
      });
      return user.id;
    }
    // Looked at after the user was found: whoever takes the address over from now on makes another one.
    await table.transact(accounts.disown(email, lock, user.id));
    await identity.deleteUser(user.id);
  }
  throw underway();
}

/** A member as they sign up. */
export function newProfile(
  id: string,
  account: Omit<NewAccount, 'password' | 'acceptedTerms'>,
  now: number,
): ProfileRecord {
  const at = new Date(now).toISOString();
  return {
    id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    status: 'pending',
    documentsVersion: 0,
    createdAt: at,
    acceptedTermsAt: at,
    resetEpoch: 0,
    phonePublic: false,
    emailNotifications: true,
    isAdmin: false,
    version: 1,
  };
}
