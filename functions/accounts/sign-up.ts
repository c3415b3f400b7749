import type { Identity } from '#functions/platform/identity.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { mail } from '#functions/platform/outbox.ts';
import { absent } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import type { NewAccount } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/accounts/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time.ts';
import { requireGoodPassword } from './password.ts';
import { accountRepository, type EmailLock } from './repository.ts';

export interface SignUpDeps extends Deps {
  readonly identity: Identity;
  readonly strictPasswords: boolean;
}

/** A sign-up that has not ended after a minute has died; the next one takes its address over. */
const givenUpMs = minuteMs;

const underway = () => new Refusal('IN_PROGRESS', undefined, { retryAfterSeconds: 1 });

/**
 * Makes a member: address, then Cognito, then profile and confirmation mail in one transaction. Each step may be repeated,
 * so a retry with the same key goes on where the first try broke off, and after its end finds the finished sign-up.
 * Throws EMAIL_TAKEN when the address is another's, IN_PROGRESS while another sign-up with it runs.
 */
export async function signUp(
  deps: SignUpDeps,
  account: NewAccount,
  key: string,
): Promise<EmailLock & { memberId: string }> {
  const { table, identity, now } = deps;
  const { email, password } = account;
  requireGoodPassword(password, account, { strict: deps.strictPasswords });

  const accounts = accountRepository(table);
  const lock = await lockAddress(deps, account, sha256(key));
  if (isFinished(lock)) return lock;

  const user = await identity.createUser(email);
  if (user.existed && (await profileRepository(table).read(user.id))) {
    // A twin of this request came to the end meanwhile, or the user is an older member: his password is not ours to set.
    const settled = await accounts.lockOf(email);
    if (settled?.claim === lock.claim && isFinished(settled)) return settled;
    throw new Refusal('EMAIL_TAKEN');
  }
  await identity.setPassword(user.id, password).catch(async (error: unknown) => {
    // A password that Cognito refuses is typed anew, with a new key: the address must be free for it.
    if (error instanceof Refusal && error.code === 'INVALID') await table.transact([accounts.freeAddress(email, lock)]);
    throw error;
  });

  const finished = { ...lock, memberId: user.id };
  await table.transact([
    table.put(profileItem(newProfile(user.id, account, now())), absent, underway),
    accounts.keepAddress(email, finished),
    mail(
      table,
      'confirmEmail',
      { memberId: user.id },
      { firstName: account.firstName },
      { id: lock.mailId, now: now() },
    ),
  ]);
  return finished;
}

const isFinished = (lock: EmailLock): lock is EmailLock & { memberId: string } => lock.memberId !== undefined;

async function lockAddress({ table, now, newId }: SignUpDeps, account: NewAccount, claim: string): Promise<EmailLock> {
  const accounts = accountRepository(table);
  const { firstName, lastName, email, phone } = account;
  const facts = sha256(JSON.stringify([firstName, lastName, email, phone]));
  const standing = await accounts.lockOf(email);
  if (standing?.claim === claim) {
    if (standing.facts !== facts) throw new Refusal('KEY_REUSED');
    return standing;
  }
  if (standing && isFinished(standing)) throw new Refusal('EMAIL_TAKEN');
  if (standing && now() - standing.at < givenUpMs) throw underway();
  const lock: EmailLock = { claim, facts, at: now(), mailId: newId() };
  const lost = (old: EmailLock | undefined) => (old && isFinished(old) ? new Refusal('EMAIL_TAKEN') : underway());
  await table.transact([accounts.takeAddress(email, lock, standing, lost)]);
  return lock;
}

function newProfile(id: string, account: NewAccount, now: number): ProfileRecord {
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
