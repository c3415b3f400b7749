import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Handler, Handlers } from '#functions/serve.ts';
import { requireChangeable } from '#shared/admin/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { hashOf, newRecoveryCodes } from './recovery-codes.ts';
import { isSetUp, secondFactorRepository } from './repository.ts';
import { beginSecondFactor, finishSecondFactor } from './set-up.ts';
import { iso, logged, readWhole, type SecondFactorDeps } from './tools.ts';
import { tryHandlers } from './tries.ts';

export function secondFactorHandlers(deps: SecondFactorDeps): Handlers<typeof secondFactorRoutes> {
  const { now } = deps;
  const factors = secondFactorRepository(deps);
  return {
    secondFactorStanding: async ({ actor }) => {
      const factor = await factors.read(actor.id);
      const lockedUntil = factor?.lockedUntil ?? 0;
      return answer({
        isSetUp: isSetUp(factor),
        ...(actor.provenUntil === undefined ? {} : { provenUntil: iso(actor.provenUntil) }),
        ...(lockedUntil > now() ? { lockedUntil: iso(lockedUntil) } : {}),
        recoveryCodesLeft: factor?.recovery.length ?? 0,
      });
    },

    beginSecondFactor: beginSecondFactor(deps),
    finishSecondFactor: ({ actor, body, idempotencyKey }) => finishSecondFactor(deps, actor, body.code, idempotencyKey),

    ...tryHandlers(deps),

    renewRecoveryCodes: async ({ actor }) => {
      const renew = async (): Promise<Outcome<{ codes: string[] }>> => {
        const factor = await readWhole(deps, actor);
        const codes = newRecoveryCodes();
        const recovery = codes.map((code) => hashOf(actor.id, code));
        return commit(
          { codes },
          [factors.save(actor.id, factor, { ...factor, recovery }), logged(deps, actor, 'renewRecoveryCodes')],
          renew,
        );
      };
      return renew();
    },

    resetSecondFactor: resetSecondFactor(deps),
  };
}

/** The root administrator removes the second factor of another administrator, who gets a mail. */
function resetSecondFactor(deps: SecondFactorDeps): Handler<(typeof secondFactorRoutes)['resetSecondFactor']> {
  const { table, now, newId } = deps;
  return async ({ actor, params: { administratorId } }) => {
    const administrators = await administratorRepository(table).list(now());
    const administrator = administrators.find(({ id }) => id === administratorId);
    if (!administrator) throw new Refusal('NOT_FOUND');
    requireChangeable(administrator, 'active', 'inactive');
    const { id } = administrator;
    const member = await profileRepository(table).read(id);
    const told = (firstName: string) =>
      mail(table, 'secondFactorReset', { memberId: id }, { firstName, by: 'rootAdmin' }, { id: newId(), now: now() });
    const reset = async (): Promise<Outcome<undefined>> =>
      commit(
        undefined,
        [
          ...(await secondFactorRepository(deps).reset(id, now())),
          ...(member ? [told(member.firstName)] : []),
          logged(deps, actor, 'resetSecondFactor', id),
        ],
        reset,
      );
    return reset();
  };
}
