import { answer, type Outcome } from '#functions/outcome.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import { keys } from '#functions/platform/keys.ts';
import { findToken, spendToken, type TokenItem } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { EmailConfirmation } from '#shared/accounts/contract.ts';
import { confirmTryLimit } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { AccountMaking } from './make-account.ts';
import { accountRepository } from './repository.ts';

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
export async function confirmEmail(
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
