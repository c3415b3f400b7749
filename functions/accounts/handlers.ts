import { cancelDeletion, deleteMe } from '#functions/account-deletion/request.ts';
import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit } from '#functions/outcome.ts';
import { countCall, isWithin } from '#functions/platform/http/rate-limit.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Write } from '#functions/platform/table.ts';
import { issueToken, newToken } from '#functions/platform/tokens.ts';
import { parseStats } from '#functions/profiles/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import type { accountRoutes } from '#shared/accounts/contract.ts';
import {
  confirmationLimit,
  linkLifetimeMs,
  socketTicketLifetimeMs,
  uploadTicketLifetimeMs,
} from '#shared/accounts/rules.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { toMe } from './me.ts';
import { confirmCorrectedEmail, correctEmail } from './new-address/correct-email.ts';
import { accountRepository, endOfSessions } from './repository.ts';
import { resetPassword, stateOfResetToken } from './reset-password.ts';
import { type SignUpDeps, signUp, signUpByLink } from './sign-up.ts';
import { attachSignUpDocuments } from './sign-up-documents.ts';

export interface AccountDeps extends SignUpDeps {
  readonly mails: MailDeps;
}

export function accountHandlers(deps: AccountDeps): Handlers<typeof accountRoutes> {
  const { table, identity, now, newId } = deps;
  const accounts = accountRepository(table);

  const confirmationFor = (memberId: string) =>
    mail(table, 'confirmEmail', { memberId }, {}, { id: newId(), now: now() });

  /**
   * Returns whether the confirmation was sent. Otherwise the dispatcher sends it later, within the daily limit, except
   * to a refused address.
   */
  async function sendConfirmation(memberId: string, mailId: string) {
    const row = { id: mailId, mail: 'confirmEmail', memberId, data: {} };
    const delivery = await deliverMail(deps.mails, row).catch((error: unknown) => {
      logger.warn('confirmation not sent yet', error as Error);
      return undefined;
    });
    return { sent: delivery === 'sent', simulated: delivery === 'simulated' };
  }

  /** The same amount of writing as for a real mail, so that the caller cannot recognise an unknown address. */
  function decoy(): Write[] {
    const nobody = newId();
    return [
      mail(table, 'resetPassword', { memberId: nobody }, { firstName: '' }, { id: newId(), now: now() }),
      table.put({ ...keys.rateBucket('decoy', nobody), ttl: Math.floor(now() / 1000) + 3600 }),
    ];
  }

  return {
    signUp: async ({ body, idempotencyKey, address }) => {
      const { memberId, mailId } = await signUp(deps, body, { key: idempotencyKey, address });
      const [uploadTicket, browserToken] = [newToken(), newToken()];
      const email = await sendConfirmation(memberId, mailId);
      return commit({ userId: memberId, uploadTicket, proof: browserToken, email }, [
        issueToken(table, uploadTicket, { purpose: 'upload', memberId, expiresAt: now() + uploadTicketLifetimeMs }),
        issueToken(table, browserToken, { purpose: 'proof', memberId, expiresAt: now() + linkLifetimeMs }),
      ]);
    },

    signUpByLink: async ({ body, idempotencyKey }) => {
      return answer({ email: await signUpByLink(deps, body, idempotencyKey) });
    },

    attachSignUpDocuments: ({ body }) => attachSignUpDocuments(deps, body),

    confirmEmail: ({ body }) => confirmEmail(deps, body),

    resendConfirmation: async ({ body }) => {
      // Counted for every address, so that the limit does not reveal an account.
      await countCall(table, 'confirmation', body.email, confirmationLimit, now());
      const member = await accounts.ofEmail(body.email);
      const isWaiting = member && !member.emailConfirmedAt && member.status !== 'blocked';
      return commit({}, isWaiting ? [confirmationFor(member.id), ...decoy().slice(1)] : decoy());
    },

    forgotPassword: async ({ body }) => {
      const isWithinLimit = await isWithin(table, 'confirmation', body.email, confirmationLimit, now());
      const member = await accounts.ofEmail(body.email);
      if (!member || member.status === 'blocked') return commit({}, decoy());
      const { id, firstName } = member;
      if (!member.emailConfirmedAt)
        return commit({}, isWithinLimit ? [confirmationFor(id), ...decoy().slice(1)] : decoy());
      return commit({}, [
        mail(table, 'resetPassword', { memberId: id }, { firstName }, { id: newId(), now: now() }),
        ...decoy().slice(1),
      ]);
    },

    checkResetToken: async ({ body }) => answer({ state: await stateOfResetToken(table, body.token, now()) }),

    resetPassword: async ({ body, idempotencyKey }) => {
      await resetPassword(deps, body, idempotencyKey);
      return answer(undefined);
    },

    changePassword: ({ actor, body, idempotencyKey }) => changePassword(deps, actor, body, idempotencyKey),

    correctEmail: ({ actor, body }) => correctEmail(deps, actor, body),
    confirmCorrectedEmail: ({ actor, body }) => confirmCorrectedEmail(deps, actor, body.token),

    signOutEverywhere: async ({ actor }) => {
      // First, because it is idempotent: when Cognito does not answer, the caller may retry.
      await identity.signOut(actor.id);
      return commit(undefined, [accounts.change(actor.id, { tokensValidAfter: endOfSessions(now()) })]);
    },

    readMe: async ({ actor }) => answer(toMe(actor, parseStats(await table.get(keys.stats(actor.id))), now())),

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
