import { deliverMail, type MailDeps } from '#functions/mail/deliver.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit } from '#functions/outcome.ts';
import { countCall, isWithin, mailboxOf } from '#functions/platform/http/rate-limit.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { accountRoutes } from '#shared/accounts/contract.ts';
import { confirmationLimit } from '#shared/accounts/rules.ts';
import { accountRepository } from './repository.ts';

/** Mails with links to any typed address. Reply and duration do not reveal whether it has an account. */
export function linkHandlers(
  deps: Deps,
): Pick<Handlers<typeof accountRoutes>, 'resendConfirmation' | 'forgotPassword'> {
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
export async function sendConfirmation(mails: MailDeps, memberId: string, mailId: string) {
  const row = { ...keys.outbox(mailId), mail: 'confirmEmail', memberId, data: {} };
  const delivery = await deliverMail(mails, row).catch((error: unknown) => {
    logger.warn('confirmation not sent yet', error as Error);
    return undefined;
  });
  return { sent: delivery === 'sent', simulated: delivery === 'simulated' };
}
