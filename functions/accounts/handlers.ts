import { cancelDeletion, deleteMe } from '#functions/account-deletion/request.ts';
import type { MailDeps } from '#functions/mail/deliver.ts';
import { answer, commit } from '#functions/outcome.ts';
import { issueToken, newToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import type { accountRoutes } from '#shared/accounts/contract.ts';
import { linkLifetimeMs, socketTicketLifetimeMs, uploadTicketLifetimeMs } from '#shared/accounts/rules.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmCorrectedEmail, correctEmail } from './correct-email.ts';
import { linkHandlers, sendConfirmation } from './links.ts';
import { countsOf, toMe } from './me.ts';
import { changePassword } from './password/change-password.ts';
import { resetPassword, stateOfResetToken } from './password/reset-password.ts';
import { endOfSessions } from './repository.ts';
import { type SignUpDeps, signUp, signUpByLink } from './sign-up.ts';
import { attachSignUpDocuments } from './sign-up-documents.ts';

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
      await identity.signOut(actor.id);
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
