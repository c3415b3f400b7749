import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { mustBeUnanswered } from '#functions/platform/http/idempotency.ts';
import { jitter } from '#functions/platform/retry.ts';
import type { Handlers } from '#functions/serve.ts';
import { Refusal } from '#shared/refusal.ts';
import type { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { afterWrong, isFresh, requireMayTry } from '#shared/second-factor/rules.ts';
import { stepsOf } from './one-time-code.ts';
import { indexOfCode } from './recovery-codes.ts';
import { secondFactorRepository, type WholeFactor } from './repository.ts';
import { iso, logged, provenSession, readWhole, type SecondFactorDeps, wrongField } from './tools.ts';

/** How often a wrong try that lost a race is counted again. Each lost race is a try of another session. */
const countings = 8;

/** Verifies the caller's session, by a code of the key or by a recovery code. */
export function tryHandlers(
  deps: SecondFactorDeps,
): Pick<Handlers<typeof secondFactorRoutes>, 'proveSecondFactor' | 'useRecoveryCode'> {
  const { cipher, now } = deps;
  const factors = secondFactorRepository(deps);
  return {
    proveSecondFactor: ({ actor, body, idempotencyKey }) =>
      tried(deps, actor, idempotencyKey, async (factor) => {
        const steps = stepsOf(body.code, await cipher.open(actor.id, factor.key), now());
        const lastStep = steps.findLast((step) => isFresh(step, factor.lastStep, now()));
        if (lastStep === undefined) {
          if (steps.length === 0) return undefined;
          throw wrongField('code', 'Ce code a déjà servi. Attendez le suivant : il change toutes les 30 secondes.');
        }
        const { until, session } = provenSession(deps, actor);
        return commit({ until: iso(until) }, [factors.save(actor.id, factor, { ...factor, lastStep }), session]);
      }),

    useRecoveryCode: ({ actor, body, idempotencyKey }) =>
      tried(deps, actor, idempotencyKey, async (factor) => {
        const used = indexOfCode(actor.id, body.code, factor.recovery);
        if (used < 0) return undefined;
        const recovery = factor.recovery.toSpliced(used, 1);
        const { until, session } = provenSession(deps, actor);
        return commit({ until: iso(until), recoveryCodesLeft: recovery.length }, [
          factors.save(actor.id, factor, { ...factor, recovery }),
          session,
          logged(deps, actor, 'useRecoveryCode'),
        ]);
      }),
  };
}

/**
 * One try. `examine` throws for a code that is right but no longer valid, and returns undefined for a wrong one. A
 * wrong try is stored before its answer, on condition that nothing was stored since the read, so concurrent tries are
 * counted one after the other. A request that is sent twice is one try.
 */
async function tried<Reply>(
  deps: SecondFactorDeps,
  actor: Actor,
  key: string,
  examine: (factor: WholeFactor) => Promise<Outcome<Reply> | undefined>,
): Promise<Outcome<Reply>> {
  const { table, now, newId } = deps;
  const factors = secondFactorRepository(deps);
  const { firstName } = actor.profile;
  for (let counting = 1; ; counting++) {
    const factor = await readWhole(deps, actor);
    requireMayTry(factor, now());
    const right = await examine(factor);
    if (right) return { ...right, again: () => tried(deps, actor, key, examine) };
    const { tries, refusal, hasLocked } = afterWrong(factor, now());
    const { lockedUntil: _ended, ...rest } = factor;
    const told = hasLocked
      ? [mail(table, 'secondFactorLocked', { memberId: actor.id }, { firstName }, { id: newId(), now: now() })]
      : [];
    try {
      await table.transact([
        factors.save(actor.id, factor, { ...rest, ...tries }),
        mustBeUnanswered(table, actor.id, key, now()),
        ...told,
      ]);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'UNAVAILABLE') || counting === countings) throw error;
      await jitter(counting);
      continue;
    }
    throw refusal;
  }
}
