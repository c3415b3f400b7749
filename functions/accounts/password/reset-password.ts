import { mail } from '#functions/mail/outbox.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import { keys, sha256 } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { expression, type Item, type Table } from '#functions/platform/table.ts';
import { findToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { Refusal } from '#shared/refusal.ts';
import { setPasswordOf } from '../pool-user.ts';
import { endOfSessions } from '../repository.ts';
import { requireGoodPassword } from './password.ts';

/** A reset link is invalid after its use, and if it was sent before the current password was set. */
export async function stateOfResetToken(
  table: Table,
  token: string,
  now: number,
): Promise<'valid' | 'invalid' | 'expired'> {
  const found = await findToken(table, token, 'reset');
  const member = found && (await profileRepository(table).read(found.memberId));
  if (!member || found.usedAt !== undefined || found.epoch !== member.resetEpoch || member.status === 'blocked')
    return 'invalid';
  return found.expiresAt > now ? 'valid' : 'expired';
}

/**
 * Sets a new password for the holder of a reset link and ends all their sessions. A refused password does not use up
 * the link. Of concurrent uses one succeeds. When Cognito fails, the link stays usable. Idempotent by key. Throws
 * INVALID_LINK, EXPIRED_LINK, INVALID at `password`, KEY_REUSED if the same key comes with another password, or
 * UNAVAILABLE when Cognito does not answer.
 */
export async function resetPassword(
  deps: Deps & { readonly identity: Identity },
  { token, password }: { token: string; password: string },
  key: string,
): Promise<void> {
  const { table, identity, now, newId } = deps;
  const found = await findToken(table, token, 'reset');
  const member = found && (await profileRepository(table).read(found.memberId));
  if (!member || member.status === 'blocked') throw new Refusal('INVALID_LINK');
  requireGoodPassword(password, member, { strict: true });

  const link = resetLink(table, token, sha256(key));
  if ((await link.claim({ memberId: member.id, epoch: found.epoch ?? -1, now: now() })) === 'done') {
    if (!(await identity.provePassword(member.email, password))) throw new Refusal('KEY_REUSED');
    return;
  }
  try {
    const { user, fields, writes } = await setPasswordOf(deps, member, password);
    await identity.signOut(user);
    await table.transact([
      link.finish(now()),
      profileRepository(table).setFields(
        member.id,
        { ...fields, tokensValidAfter: endOfSessions(now()) },
        { newResetEpoch: true, mailsArrive: true },
      ),
      ...writes,
      mail(
        table,
        'passwordChanged',
        { memberId: member.id },
        { firstName: member.firstName },
        { id: newId(), now: now() },
      ),
    ]);
  } catch (error) {
    await link.giveBack().catch(() => logger.warn('reset link not given back'));
    throw error;
  }
}

/** No password was set since the link was sent. */
const atResetEpoch = (epoch: number) => expression`resetEpoch = ${epoch}`;

function resetLink(table: Table, token: string, by: string) {
  const key = keys.token(token);
  const mine = expression`usedBy = ${by} AND attribute_not_exists(doneAt)`;

  return {
    async claim({
      memberId,
      epoch,
      now,
    }: {
      memberId: string;
      epoch: number;
      now: number;
    }): Promise<'claimed' | 'done'> {
      let isDone = false;
      const refuse = (old: Item | undefined) => {
        isDone = old?.['usedBy'] === by && old['doneAt'] !== undefined;
        return new Refusal(old && old['usedAt'] === undefined ? 'EXPIRED_LINK' : 'INVALID_LINK');
      };
      try {
        await table.transact([
          table.update(
            key,
            expression`SET usedAt = ${now}, usedBy = ${by}`,
            expression`expiresAt > ${now} AND (attribute_not_exists(usedAt) OR (${mine}))`,
            refuse,
          ),
          table.check(keys.profile(memberId), atResetEpoch(epoch), () => new Refusal('INVALID_LINK')),
        ]);
        return 'claimed';
      } catch (error) {
        if (isDone) return 'done';
        throw error;
      }
    },

    finish: (now: number) =>
      table.update(
        key,
        expression`SET doneAt = ${now}`,
        mine,
        () => new Refusal('IN_PROGRESS', undefined, { retryAfterSeconds: 1 }),
      ),

    giveBack: () => table.transact([table.update(key, expression`REMOVE usedAt, usedBy`, mine)]),
  };
}
