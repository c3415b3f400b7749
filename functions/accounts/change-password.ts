import type { Actor } from '#functions/actor.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import type { Identity } from '#functions/platform/identity.ts';
import { logger } from '#functions/platform/log.ts';
import { mail } from '#functions/platform/outbox.ts';
import type { Deps } from '#functions/serve.ts';
import { Refusal } from '#shared/refusal.ts';
import { requireGoodPassword } from './password.ts';
import { accountRepository } from './repository.ts';
import { endOfSessions } from './reset-password.ts';

/**
 * A member's new password, with his present one as proof. Every session ends, his own too: his browser signs in again
 * with what he just typed (docs/decisions: sessions). Reset links that were on their way are worthless from now on.
 * Throws INVALID at `current` or `password`, TOO_MANY when Cognito has seen too many wrong ones.
 */
export async function changePassword(
  { table, identity, now, newId }: Deps & { readonly identity: Identity },
  { id, profile, accessToken }: Actor,
  { current, password }: { current: string; password: string },
): Promise<Outcome<undefined>> {
  requireGoodPassword(password, profile, { strict: true });
  if (password === current) {
    throw new Refusal('INVALID', undefined, {
      fields: { password: 'Choisissez un mot de passe différent du mot de passe actuel' },
    });
  }
  await identity.changePassword(accessToken, current, password);
  await identity.signOut(id).catch(() => logger.warn('refresh tokens left to run out'));
  const { firstName } = profile;
  return commit(undefined, [
    accountRepository(table).change(id, { tokensValidAfter: endOfSessions(now()) }, { newResetEpoch: true }),
    mail(table, 'passwordChanged', { memberId: id }, { firstName }, { id: newId(), now: now() }),
  ]);
}
