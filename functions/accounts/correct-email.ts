import type { Actor } from '#functions/actor.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { countCall, mailboxOf } from '#functions/platform/http/rate-limit.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { findToken, spendToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { confirmationLimit } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { type EmailLock, underway } from './addresses.ts';
import { type AccountMaking, clearings, holdAddress } from './make-account.ts';
import { accountRepository } from './repository.ts';

const unchanged = 'Adresse non modifiée';

const ofAdministrators = () =>
  new Refusal('NOT_ALLOWED', {
    title: unchanged,
    detail: "L'adresse d'un administrateur ne se corrige pas ici : écrivez-nous.",
  });

/**
 * A member whose mails no longer arrive gives another address and their password. A link goes to that address, and
 * nothing changes before it is opened. Throws NOT_ALLOWED while mails arrive and for administrators, INVALID at `email`
 * or `password`, EMAIL_TAKEN, TOO_MANY after five mails to that address in a day.
 */
export async function correctEmail(
  { table, identity, now, newId }: AccountMaking,
  { id, profile }: Actor,
  { email, password }: { email: string; password: string },
  callId: string,
): Promise<Outcome<undefined>> {
  if (!profile.mailRefused)
    throw new Refusal('NOT_ALLOWED', { title: unchanged, detail: 'Nos emails vous parviennent : rechargez la page.' });
  if (email === profile.email)
    throw new Refusal('INVALID', undefined, { fields: { email: "C'est l'adresse qui refuse nos emails" } });
  if (!(await identity.provePassword(profile.email, password)))
    throw new Refusal('INVALID', undefined, { fields: { password: 'Le mot de passe est incorrect' } });
  const accounts = accountRepository(table);
  if ((await accounts.lockOf(email))?.confirmedAt) throw taken();
  await countCall(table, 'confirmation', mailboxOf(email), confirmationLimit, now(), callId);
  return commit(undefined, [
    administratorRepository(table).mustBeNone(id, ofAdministrators),
    mail(table, 'correctEmail', { memberId: id }, { email }, { id: newId(), now: now() }),
  ]);
}

/**
 * The link of that mail, opened in a session of the member. From now on the account has the new address, for sign-in
 * and mails. Idempotent. Throws INVALID_LINK, EXPIRED_LINK, NOT_ALLOWED for administrators, EMAIL_TAKEN, IN_PROGRESS
 * while a sign-up with the address runs, UNAVAILABLE when the pool does not answer.
 */
export async function confirmCorrectedEmail(
  deps: AccountMaking,
  { id, profile }: Actor,
  token: string,
): Promise<Outcome<undefined>> {
  const { table, now } = deps;
  const link = await findToken(table, token, 'newEmail');
  if (!link?.email || link.memberId !== id) throw new Refusal('INVALID_LINK');
  const { email } = link;
  if (email === profile.email) return answer(undefined);
  // A concurrent repetition of this call may have made the change since the caller's profile was read.
  if (link.usedAt !== undefined && (await profileRepository(table).read(id))?.email === email) return answer(undefined);
  if (link.usedAt !== undefined) throw new Refusal('INVALID_LINK');
  if (link.expiresAt <= now()) throw new Refusal('EXPIRED_LINK');
  const mustBeNone = administratorRepository(table).mustBeNone(id, ofAdministrators);
  await table.transact([mustBeNone]);
  const lock = await holdAddress(deps, email, { claim: sha256(token), facts: id }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'EMAIL_TAKEN' ? taken() : error;
  });
  // First, because it is idempotent: when the pool does not answer, the link is still valid.
  await moveUser(deps, id, email, lock);
  return commit(undefined, [
    ...accountRepository(table).moveTo(email, lock, profile, new Date(now()).toISOString()),
    mustBeNone,
    spendToken(table, token, now()),
  ]);
}

/** While `lock` holds the address, a user of a failed or unconfirmed sign-up with it belongs to no member. */
async function moveUser({ table, identity }: AccountMaking, id: string, email: string, lock: EmailLock): Promise<void> {
  for (let cleared = 0; cleared <= clearings; cleared++) {
    const other = await identity.changeEmail(id, email);
    if (other === undefined) return;
    await table.transact(accountRepository(table).disown(email, lock, other));
    await identity.deleteUser(other);
  }
  throw underway();
}

const taken = () =>
  new Refusal('EMAIL_TAKEN', { title: unchanged, detail: "Cette adresse est déjà celle d'un autre compte." });
