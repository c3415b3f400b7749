import { cancelDeletion, deleteMe } from '#functions/account-deletion/request.ts';
import { changePassword } from '#functions/accounts/password/change-password.ts';
import { resetPassword, stateOfResetToken } from '#functions/accounts/password/reset-password.ts';
import type { Actor } from '#functions/actor.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { underway } from '#functions/platform/http/idempotency.ts';
import { countCall, isWithin, mailboxOf } from '#functions/platform/http/rate-limit.ts';
import { keys, sha256 } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Write } from '#functions/platform/table.ts';
import { findToken, issueToken, newToken, spendToken, type TokenItem } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { accountRoutes, EmailConfirmation } from '#shared/accounts/contract.ts';
import {
  confirmationLimit,
  confirmTryLimit,
  linkLifetimeMs,
  socketTicketLifetimeMs,
  uploadTicketLifetimeMs,
} from '#shared/accounts/rules.ts';
import { userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { EmailLock } from './addresses.ts';
import { type AccountMaking, clearings, holdAddress } from './make-account.ts';
import { countsOf, toMe } from './me.ts';
import { accountRepository, endOfSessions } from './repository.ts';
import { type SignUpDeps, signUp, signUpByLink } from './sign-up.ts';
import { attachSignUpDocuments } from './sign-up-documents.ts';

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
async function correctEmail(
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
async function confirmCorrectedEmail(
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
  await moveUser(deps, userOf(profile), email, lock);
  return commit(undefined, [
    ...accountRepository(table).moveTo(email, lock, profile, new Date(now()).toISOString()),
    mustBeNone,
    spendToken(table, token, now()),
  ]);
}

/** While `lock` holds the address, a user of a failed or unconfirmed sign-up with it belongs to no member. */
async function moveUser(
  { table, identity }: AccountMaking,
  user: string,
  email: string,
  lock: EmailLock,
): Promise<void> {
  for (let cleared = 0; cleared <= clearings; cleared++) {
    const other = await identity.changeEmail(user, email);
    if (other === undefined) return;
    await table.transact(accountRepository(table).disown(email, lock, other));
    await identity.deleteUser(other);
  }
  throw underway();
}

const taken = () =>
  new Refusal('EMAIL_TAKEN', { title: unchanged, detail: "Cette adresse est déjà celle d'un autre compte." });

interface Sent {
  readonly token: string;
  readonly proof?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Confirms an address by the link of its mail, for a person who also shows that the sign-up is theirs. The link alone
 * only confirms the mailbox, and a stranger may have signed up with it. `unproven` asks for the password; `replaced`
 * means that the sign-up of the link no longer exists. In both cases the person may sign up by the link instead. A
 * second call answers `confirmed`. Throws INVALID_LINK, EXPIRED_LINK, INVALID at `password`, TOO_MANY after five wrong
 * tokens or passwords in an hour.
 */
async function confirmEmail(
  deps: AccountMaking,
  { token, proof: browserToken, password }: Sent,
  callId: string,
): Promise<Outcome<EmailConfirmation>> {
  const { table, identity, now } = deps;
  const accounts = accountRepository(table);
  const link = await findToken(table, token, 'confirm');
  if (!link?.email) throw new Refusal('INVALID_LINK');
  const { email, memberId } = link;
  const lock = await accounts.lockOf(email);
  if (lock?.confirmedAt) return answer({ email, state: 'confirmed' });
  if (link.usedAt !== undefined) throw new Refusal('INVALID_LINK');
  if (link.expiresAt <= now()) throw new Refusal('EXPIRED_LINK');
  if (lock?.memberId !== memberId) return answer({ email, state: 'replaced' });

  const isOfThisBrowser = browserToken !== undefined && (await fits(browserToken, link));
  if (!isOfThisBrowser) {
    if (browserToken !== undefined || password !== undefined)
      await countCall(table, 'confirmEmail#proof', token, confirmTryLimit, now(), callId);
    if (password === undefined) return answer({ email, state: 'unproven' });
    if (!(await identity.provePassword(email, password)))
      throw new Refusal('INVALID', undefined, {
        fields: { password: "Ce n'est pas le mot de passe choisi à l'inscription" },
      });
  }

  // First, because it is idempotent: when Cognito does not answer, the link is still valid.
  const isThere = await identity.markEmailVerified(memberId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'STATE_CHANGED') return false;
      throw error;
    },
  );
  const profile = isThere ? await profileRepository(table).read(memberId) : undefined;
  if (!profile) return answer({ email, state: 'replaced' });
  const isDone = await attempt(table, [
    ...accounts.confirm(profile, new Date(now()).toISOString()),
    spendToken(table, token, now(), new Refusal('STATE_CHANGED')),
    ...(isOfThisBrowser ? [table.remove(keys.token(browserToken))] : []),
  ]);
  // Another call has just confirmed or replaced it; the link shows which.
  return isDone ? answer({ email, state: 'confirmed' }) : confirmEmail(deps, { token }, callId);

  async function fits(kept: string, { memberId: of }: TokenItem): Promise<boolean> {
    const found = await findToken(table, kept, 'proof');
    return found?.memberId === of && found.expiresAt > now();
  }
}

/** Mails with links to any typed address. Reply and duration do not reveal whether it has an account. */
function linkHandlers(deps: Deps): Pick<Handlers<typeof accountRoutes>, 'resendConfirmation' | 'forgotPassword'> {
  const { table, now, newId } = deps;
  const accounts = accountRepository(table);

  const confirmationFor = (memberId: string): Write =>
    mail(table, 'confirmEmail', { memberId }, {}, { id: newId(), now: now() });
  const resetFor = (memberId: string, firstName: string): Write =>
    mail(table, 'resetPassword', { memberId }, { firstName }, { id: newId(), now: now() });
  /** Stored beside every mail and decoy, so that both take two writes. */
  const filler = (): Write => table.put({ ...keys.rateBucket('decoy', newId()), ttl: Math.floor(now() / 1000) + 3600 });
  const decoy = (): Write[] => [resetFor(newId(), ''), filler()];

  return {
    resendConfirmation: async ({ body }) => {
      // Counted for every address, so that the limit does not reveal an account.
      await countCall(table, 'confirmation', mailboxOf(body.email), confirmationLimit, now());
      const member = await accounts.ofEmail(body.email);
      const isWaiting = member && !member.emailConfirmedAt && member.status !== 'blocked';
      return commit({}, isWaiting ? [confirmationFor(member.id), filler()] : decoy());
    },

    forgotPassword: async ({ body }) => {
      const isWithinLimit = await isWithin(table, 'confirmation', mailboxOf(body.email), confirmationLimit, now());
      const member = await accounts.ofEmail(body.email);
      if (!member || member.status === 'blocked') return commit({}, decoy());
      const { id, firstName } = member;
      if (!member.emailConfirmedAt) return commit({}, isWithinLimit ? [confirmationFor(id), filler()] : decoy());
      return commit({}, [resetFor(id, firstName), filler()]);
    },
  };
}

/**
 * Sends the confirmation of a new account immediately. If that fails, the dispatcher sends it later, within the daily
 * limit, except to a refused address.
 */
async function sendConfirmation(mails: MailDeps, memberId: string, mailId: string) {
  const row = { ...keys.outbox(mailId), mail: 'confirmEmail', memberId, data: {} };
  const delivery = await deliverMail(mails, row).catch((error: unknown) => {
    logger.warn('confirmation not sent yet', error as Error);
    return undefined;
  });
  return { sent: delivery === 'sent', simulated: delivery === 'simulated' };
}

export interface AccountDeps extends SignUpDeps {
  readonly mails: MailDeps;
}

export function accountHandlers(deps: AccountDeps): Handlers<typeof accountRoutes> {
  const { table, identity, now } = deps;
  return {
    signUp: async ({ body, idempotencyKey, callId, address }) => {
      const { memberId, mailId } = await signUp(deps, body, { key: idempotencyKey, callId, address });
      const [uploadTicket, browserToken] = [newToken(), newToken()];
      const email = await sendConfirmation(deps.mails, memberId, mailId);
      return commit({ userId: memberId, uploadTicket, proof: browserToken, email }, [
        issueToken(table, uploadTicket, { purpose: 'upload', memberId, expiresAt: now() + uploadTicketLifetimeMs }),
        issueToken(table, browserToken, { purpose: 'proof', memberId, expiresAt: now() + linkLifetimeMs }),
      ]);
    },

    signUpByLink: async ({ body, idempotencyKey }) => answer({ email: await signUpByLink(deps, body, idempotencyKey) }),

    attachSignUpDocuments: ({ body }) => attachSignUpDocuments(deps, body),

    confirmEmail: ({ body, callId }) => confirmEmail(deps, body, callId),

    ...linkHandlers(deps),
    checkResetToken: async ({ body }) => answer({ state: await stateOfResetToken(table, body.token, now()) }),

    resetPassword: async ({ body, idempotencyKey }) => {
      await resetPassword(deps, body, idempotencyKey);
      return answer(undefined);
    },

    changePassword: ({ actor, body, idempotencyKey }) => changePassword(deps, actor, body, idempotencyKey),

    correctEmail: ({ actor, body, callId }) => correctEmail(deps, actor, body, callId),
    confirmCorrectedEmail: ({ actor, body }) => confirmCorrectedEmail(deps, actor, body.token),

    signOutEverywhere: async ({ actor }) => {
      // It is idempotent and comes before the write: when Cognito does not answer, the caller may retry.
      await identity.signOut(userOf(actor.profile));
      return commit(undefined, [
        profileRepository(table).setFields(actor.id, { tokensValidAfter: endOfSessions(now()) }),
      ]);
    },

    readMe: async ({ actor }) => answer(toMe(actor, await countsOf(table, actor.profile, now()), now())),

    deleteMe: ({ actor, body }) => deleteMe(deps, actor, body),
    cancelDeletion: ({ actor }) => cancelDeletion(deps, actor),

    issueSocketTicket: async ({ actor }) => {
      const ticket = newToken();
      const expiresAt = now() + socketTicketLifetimeMs;
      const facts = { purpose: 'socket', memberId: actor.id, authTime: actor.authTime, expiresAt } as const;
      return commit({ ticket, expiresAt: new Date(expiresAt).toISOString() }, [issueToken(table, ticket, facts)]);
    },
  };
}
