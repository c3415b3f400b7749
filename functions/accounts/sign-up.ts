import { mail } from '#functions/mail/outbox.ts';
import { underway } from '#functions/platform/http/idempotency.ts';
import { countAct, isWithin, mailboxOf, requireRoom } from '#functions/platform/http/rate-limit.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { absent } from '#functions/platform/table.ts';
import { findToken, spendToken } from '#functions/platform/tokens.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { NewAccount, NewAccountByLink } from '#shared/accounts/contract.ts';
import { confirmationLimit, madeFromAddress } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { type FinishedLock, isFinished } from './addresses.ts';
import { type AccountMaking, factsOf, holdAddress, makeUser, newProfile } from './make-account.ts';
import { requireGoodPassword } from './password/password.ts';
import { accountRepository } from './repository.ts';

export interface SignUpDeps extends AccountMaking {
  readonly strictPasswords: boolean;
}

/**
 * Creates a member with an unconfirmed address, and the confirmation mail. Each step is idempotent, so a retry with the
 * same key continues where the first try failed, and later finds the finished sign-up. An unconfirmed sign-up is
 * replaced completely, user and profile included.
 * Throws EMAIL_TAKEN if the address is confirmed, IN_PROGRESS while another sign-up with it runs, KEY_REUSED if the
 * same key comes with other facts or another password. Throws TOO_MANY after too many accounts from this network
 * address.
 */
export async function signUp(
  deps: SignUpDeps,
  account: NewAccount,
  { key, callId, address }: { key: string; callId: string; address: string },
): Promise<FinishedLock> {
  const { table, now } = deps;
  const { email, password } = account;
  requireGoodPassword(password, account, { strict: deps.strictPasswords });

  const lock = await holdAddress(deps, email, { claim: sha256(key), facts: factsOf(account) });
  if (isFinished(lock)) return provenRepeat(deps, lock, account);

  await requireRoom(table, 'signUp.made', address, madeFromAddress, now());
  const id = await makeUser(deps, { email, password, lock });
  const isMailed = await isWithin(table, 'confirmation', mailboxOf(email), confirmationLimit, now(), callId);
  const finished = { ...lock, memberId: id };
  await table.transact([
    table.put(profileItem(newProfile(id, account, now())), absent, underway),
    accountRepository(table).keepAddress(email, finished),
    ...countAct(table, 'signUp.made', address, madeFromAddress, now()),
    ...(isMailed ? [mail(table, 'confirmEmail', { memberId: id }, {}, { id: lock.mailId, now: now() })] : []),
  ]);
  return finished;
}

/**
 * A sign-up by a person who opened a confirmation link and does not have the password of the stored sign-up. The link
 * only confirms the mailbox, so the other sign-up is discarded, and this one is confirmed immediately. Idempotent by
 * key.
 * @returns the confirmed address
 * Throws INVALID_LINK, EXPIRED_LINK, EMAIL_TAKEN if the address was confirmed in between, and the errors of `signUp`.
 */
export async function signUpByLink(
  deps: AccountMaking,
  { token, ...given }: NewAccountByLink,
  key: string,
): Promise<string> {
  const { table, now } = deps;
  const accounts = accountRepository(table);
  const link = await findToken(table, token, 'confirm');
  if (!link?.email) throw new Refusal('INVALID_LINK');
  const { email } = link;
  const account = { ...given, email };
  requireGoodPassword(given.password, account, { strict: true });

  const claim = sha256(key);
  const standing = await accounts.lockOf(email);
  const isRepeat = standing?.claim === claim && isFinished(standing);
  if (!isRepeat && standing?.confirmedAt) throw new Refusal('EMAIL_TAKEN');
  if (!isRepeat && link.usedAt !== undefined) throw new Refusal('INVALID_LINK');
  if (!isRepeat && link.expiresAt <= now()) throw new Refusal('EXPIRED_LINK');
  const lock = await holdAddress(deps, email, { claim, facts: factsOf(account) });
  if (isFinished(lock)) return (await provenRepeat(deps, lock, account)) && email;

  const id = await makeUser(deps, { email, password: given.password, lock }, { verified: true });
  const confirmedAt = new Date(now()).toISOString();
  const finished = { ...lock, memberId: id, confirmedAt };
  const profile = { ...newProfile(id, account, now()), emailConfirmedAt: confirmedAt };
  await table.transact([
    table.put(profileItem(profile), absent, underway),
    accounts.keepAddress(email, finished),
    spendToken(table, token, now()),
  ]);
  return email;
}

/** The table stores nothing to compare a password with, so the pool checks whether it is the same. */
async function provenRepeat(
  { identity }: AccountMaking,
  lock: FinishedLock,
  { email, password }: Pick<NewAccount, 'email' | 'password'>,
): Promise<FinishedLock> {
  if (!(await identity.provePassword(email, password))) throw new Refusal('KEY_REUSED');
  return lock;
}
