import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import { answer, commit } from '#functions/outcome.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { mail } from '#functions/platform/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import { findToken, issueToken, newToken } from '#functions/platform/tokens.ts';
import { parseStats, profileRepository } from '#functions/profiles/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import type { accountRoutes, NewAccount } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/accounts/record.ts';
import { socketTicketLifetimeMs, uploadTicketLifetimeMs } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { changePassword } from './change-password.ts';
import { meOf } from './me.ts';
import { accountRepository } from './repository.ts';
import { endOfSessions, resetPassword, stateOfResetToken } from './reset-password.ts';
import { type SignUpDeps, signUp } from './sign-up.ts';
import { attachSignUpDocuments } from './sign-up-documents.ts';

export interface AccountDeps extends SignUpDeps {
  readonly mails: MailDeps;
}

export function accountHandlers(deps: AccountDeps): Handlers<typeof accountRoutes> {
  const { table, identity, now, newId } = deps;
  const accounts = accountRepository(table);
  const profiles = profileRepository(table);

  const confirmationFor = ({ id, firstName }: Pick<ProfileRecord, 'id' | 'firstName'>) =>
    mail(table, 'confirmEmail', { memberId: id }, { firstName }, { id: newId(), now: now() });

  /** Says whether the confirmation has left; when not, the dispatcher sends it later. */
  async function sendConfirmation(memberId: string, mailId: string, { firstName }: NewAccount) {
    const delivery = await deliverMail(deps.mails, {
      id: mailId,
      mail: 'confirmEmail',
      memberId,
      data: { firstName },
    }).catch((error: unknown) => {
      logger.warn('confirmation not sent yet', error as Error);
      return undefined;
    });
    return { sent: delivery === 'sent', simulated: delivery === 'simulated' };
  }

  /** As much writing as a real mail costs, for somebody who does not exist: the caller cannot tell the difference. */
  function decoy(): Write[] {
    const nobody = newId();
    return [
      mail(table, 'resetPassword', { memberId: nobody }, { firstName: '' }, { id: newId(), now: now() }),
      table.put({ ...keys.rateBucket('decoy', nobody), ttl: Math.floor(now() / 1000) + 3600 }),
    ];
  }

  return {
    signUp: async ({ body, idempotencyKey }) => {
      const { memberId, mailId } = await signUp(deps, body, idempotencyKey);
      const uploadTicket = newToken();
      const expiresAt = now() + uploadTicketLifetimeMs;
      return commit({ userId: memberId, uploadTicket, email: await sendConfirmation(memberId, mailId, body) }, [
        issueToken(table, uploadTicket, { purpose: 'upload', memberId, expiresAt }),
      ]);
    },

    attachSignUpDocuments: ({ body }) => attachSignUpDocuments(deps, body),

    confirmEmail: async ({ body }) => {
      const link = await findToken(table, body.token, 'confirm');
      const member = link && (await profiles.read(link.memberId));
      if (!member) throw new Refusal('INVALID_LINK');
      if (link.usedAt !== undefined && member.emailConfirmedAt) return answer({ email: member.email });
      if (link.expiresAt <= now()) throw new Refusal('EXPIRED_LINK');
      // First, and harmless twice: when Cognito does not answer the link is still good.
      await identity.markEmailVerified(member.id);
      const used = table.update(keys.token(body.token), {
        expression: 'SET usedAt = if_not_exists(usedAt, :now)',
        values: { ':now': now() },
      });
      const confirmed = member.emailConfirmedAt
        ? []
        : [accounts.change(member.id, { emailConfirmedAt: new Date(now()).toISOString() })];
      return commit({ email: member.email }, [used, ...confirmed]);
    },

    resendConfirmation: async ({ body }) => {
      const member = await accounts.ofEmail(body.email);
      const isWaiting = member && !member.emailConfirmedAt && member.status !== 'blocked';
      return commit({}, isWaiting ? [confirmationFor(member), ...decoy().slice(1)] : decoy());
    },

    forgotPassword: async ({ body }) => {
      const member = await accounts.ofEmail(body.email);
      if (!member || member.status === 'blocked') return commit({}, decoy());
      if (!member.emailConfirmedAt) return commit({}, [confirmationFor(member), ...decoy().slice(1)]);
      const { id, firstName } = member;
      return commit({}, [
        mail(table, 'resetPassword', { memberId: id }, { firstName }, { id: newId(), now: now() }),
        accounts.change(id, {}, { newResetEpoch: true }),
      ]);
    },

    checkResetToken: async ({ body }) => answer({ state: await stateOfResetToken(table, body.token, now()) }),

    resetPassword: async ({ body, idempotencyKey }) => {
      await resetPassword(deps, body, idempotencyKey);
      return answer(undefined);
    },

    changePassword: ({ actor, body }) => changePassword(deps, actor, body),

    signOutEverywhere: async ({ actor }) =>
      commit(undefined, [accounts.change(actor.id, { tokensValidAfter: endOfSessions(now()) })]),

    readMe: async ({ actor }) => answer(meOf(actor, parseStats(await table.get(keys.stats(actor.id))), now())),

    issueSocketTicket: async ({ actor }) => {
      const ticket = newToken();
      const expiresAt = now() + socketTicketLifetimeMs;
      const facts = { purpose: 'socket', memberId: actor.id, authTime: actor.authTime, expiresAt } as const;
      return commit({ ticket, expiresAt: new Date(expiresAt).toISOString() }, [issueToken(table, ticket, facts)]);
    },
  };
}
