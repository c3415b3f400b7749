import type { Identity } from '#functions/platform/aws/identity.ts';
import { underway } from '#functions/platform/http/idempotency.ts';
import { sha256 } from '#functions/platform/keys.ts';
import type { Deps } from '#functions/serve.ts';
import type { NewAccount } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { termsVersion } from '#shared/site/terms.ts';
import { minuteMs } from '#shared/values/time.ts';
import { type EmailLock, isFinished } from './addresses.ts';
import { accountRepository } from './repository.ts';

/**
 * The steps that make an account: reserve the address, create a user, then let the caller store profile and address in
 * one transaction. Each change of the pool concerns a user that this try itself has created, so a late step never
 * reaches the account of another try (decision 011).
 */
export interface AccountMaking extends Deps {
  readonly identity: Identity;
}

/** A sign-up that has not finished after a minute counts as failed, and the next one takes over its address. */
const givenUpMs = minuteMs;

/** The facts of the sign-up without secrets. The same key must mean the same person. */
export const factsOf = ({ firstName, lastName, email, phone }: Omit<NewAccount, 'password' | 'acceptedTerms'>) =>
  sha256(JSON.stringify([firstName, lastName, email, phone]));

/**
 * Reserves the address for one try of the sign-up that `claim` names, or returns that sign-up if it is finished. Throws
 * EMAIL_TAKEN if the address is confirmed, IN_PROGRESS while another sign-up with it runs, KEY_REUSED if the same claim
 * came with other facts before.
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

export const clearings = 3;

/**
 * A new user with this password, for the holder of the address. Throws INVALID at `password` and frees the address if
 * Cognito refuses it. Throws IN_PROGRESS if another try has reserved the address in between.
 */
export async function makeUser(
  { table, identity }: AccountMaking,
  { email, password, lock }: { email: string; password: string; lock: EmailLock },
  options: { verified?: true } = {},
): Promise<string> {
  const accounts = accountRepository(table);
  for (let cleared = 0; cleared <= clearings; cleared++) {
    const user = await identity.createUser(email, options).catch(notMade);
    if (!user.existed) {
      await identity.setPassword(user.id, password).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        // The try that now holds the address deletes it.
        if (error.code === 'STATE_CHANGED') throw underway();
        // The next try has a new key, so the address must be free for it.
        if (error.code === 'INVALID') await table.transact([accounts.freeAddress(email, lock)]);
        throw error;
      });
      return user.id;
    }
    // Checked after the user was found, because a later try at the address creates another user.
    await table.transact(accounts.disown(email, lock, user.id));
    await identity.deleteUser(user.id);
  }
  throw underway();
}

function notMade(error: unknown): never {
  const isPassing = error instanceof Refusal && error.code === 'UNAVAILABLE';
  throw isPassing ? new Refusal('UNAVAILABLE', creationFailed, error.details) : error;
}

const creationFailed = {
  title: "Erreur d'inscription",
  detail: "Échec de la création de l'utilisateur. Réessayez dans un instant.",
} as const;

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
    acceptedTermsVersion: termsVersion,
    resetEpoch: 0,
    phonePublic: false,
    emailNotifications: true,
    isAdmin: false,
    version: 1,
  };
}
