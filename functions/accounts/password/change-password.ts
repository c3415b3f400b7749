import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import { underway } from '#functions/platform/http/idempotency.ts';
import { findToken, issueToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { endOfSessions } from '../repository.ts';
import { requireGoodPassword } from './password.ts';

/** Milliseconds in which a call may be repeated without another check of the password. */
const proofLifetimeMs = 15 * 60_000;

type PasswordDeps = Deps & { readonly identity: Identity };

/**
 * A member's new password, confirmed by the current one. Every session ends, the caller's too; the browser signs in
 * again with the new password (rule 58). Earlier reset links become invalid. Idempotent by key. Throws INVALID at
 * `current` or `password`, TOO_MANY when Cognito counted too many wrong ones, UNAVAILABLE when it does not answer.
 */
export async function changePassword(
  deps: PasswordDeps,
  actor: Actor,
  { current, password }: { current: string; password: string },
  key: string,
): Promise<Outcome<undefined>> {
  const { table, identity, now, newId } = deps;
  const { id, profile } = actor;
  requireGoodPassword(password, profile, { strict: true });
  if (password === current) {
    throw new Refusal('INVALID', undefined, {
      fields: { password: 'Choisissez un mot de passe différent du mot de passe actuel' },
    });
  }
  await requirePresentPassword(deps, actor, current, key);
  await identity.setPassword(userOf(profile), password);
  await identity.signOut(userOf(profile));
  const { firstName } = profile;
  return commit(undefined, [
    profileRepository(table).setFields(id, { tokensValidAfter: endOfSessions(now()) }, { newResetEpoch: true }),
    mail(table, 'passwordChanged', { memberId: id }, { firstName }, { id: newId(), now: now() }),
  ]);
}

/**
 * Checks the current password once for each key. A call that failed after the new one was set is repeated with a
 * password that is no longer current.
 */
async function requirePresentPassword(
  { table, identity, now }: PasswordDeps,
  { id, profile }: Actor,
  current: string,
  key: string,
): Promise<void> {
  const repeatKey = `${id}#${key}`;
  const isProven = async () => {
    const earlier = await findToken(table, repeatKey, 'newPassword');
    return earlier !== undefined && earlier.expiresAt > now();
  };
  if (await isProven()) return;
  if (!(await identity.provePassword(profile.email, current))) {
    // Sent twice concurrently, the other call has already set the new password.
    if (await isProven()) return;
    throw new Refusal('INVALID', undefined, { fields: { current: 'Le mot de passe actuel est incorrect' } });
  }
  const expiresAt = now() + proofLifetimeMs;
  const isFirst = await attempt(table, [
    issueToken(table, repeatKey, { purpose: 'newPassword', memberId: id, expiresAt }),
  ]);
  // Sent twice concurrently, the other call continues.
  if (!isFirst) throw underway();
}
