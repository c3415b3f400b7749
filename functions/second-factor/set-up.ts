import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { sha256 } from '#functions/platform/keys.ts';
import type { Handler } from '#functions/serve.ts';
import { Refusal } from '#shared/refusal.ts';
import type { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { setUpMs } from '#shared/second-factor/rules.ts';
import { newKey, stepsOf, uriOf } from './one-time-code.ts';
import { hashOf, newRecoveryCodes } from './recovery-codes.ts';
import { isSetUp, type SecondFactor, secondFactorRepository } from './repository.ts';
import { iso, logged, provenSession, requireMayReplace, type SecondFactorDeps, wrongField } from './tools.ts';

/** Checks the password and stores a new key, which counts once a code of it is entered. */
export function beginSecondFactor(deps: SecondFactorDeps): Handler<(typeof secondFactorRoutes)['beginSecondFactor']> {
  const { table, identity, cipher, now, newId } = deps;
  const factors = secondFactorRepository(deps);
  return async ({ actor, body }) => {
    const { id, profile } = actor;
    requireMayReplace(await factors.read(id), actor);
    if (!(await identity.provePassword(profile.email, body.password)))
      throw wrongField('password', 'Le mot de passe est incorrect');
    const key = newKey();
    const sealed = await cipher.seal(id, key);
    const begin = async (): Promise<Outcome<{ key: string; uri: string }>> => {
      const factor = await factors.read(id);
      requireMayReplace(factor, actor);
      const begun = { key: sealed, until: now() + setUpMs };
      const told = { firstName: profile.firstName };
      return commit(
        { key, uri: uriOf(key, profile.email) },
        [
          factors.save(id, factor, { recovery: [], wrongAt: [], ...factor, begun }),
          mail(table, 'secondFactorBegun', { memberId: id }, told, { id: newId(), now: now() }),
        ],
        begin,
      );
    };
    return begin();
  };
}

/** Finishes the set-up with a code, verifies the session and returns new recovery codes. */
export async function finishSecondFactor(
  deps: SecondFactorDeps,
  actor: Actor,
  code: string,
  key: string,
): Promise<Outcome<{ codes: string[]; until: string }>> {
  const { id } = actor;
  const factors = secondFactorRepository(deps);
  const factor = await factors.read(id);
  const codes = newRecoveryCodes();
  const recovery = codes.map((one) => hashOf(id, one));
  const finishedBy = sha256(key);
  const again = () => finishSecondFactor(deps, actor, code, key);
  // The answer of this call was lost, so its codes were never read.
  if (isSetUp(factor) && factor.finishedBy === finishedBy && actor.provenUntil !== undefined) {
    return commit(
      { codes, until: iso(actor.provenUntil) },
      [factors.save(id, factor, { ...factor, recovery }), logged(deps, actor, 'renewRecoveryCodes')],
      again,
    );
  }
  requireMayReplace(factor, actor);
  const { begun, rest } = requireBegun(factor, deps.now());
  const step = stepsOf(code, await deps.cipher.open(id, begun.key), deps.now()).at(-1);
  if (step === undefined) {
    throw wrongField(
      'code',
      "Ce code n'est pas le bon. Vérifiez que l'heure de votre téléphone est réglée automatiquement.",
    );
  }
  const { until, session } = provenSession(deps, actor);
  const after = { ...rest, key: begun.key, lastStep: step, recovery, finishedBy };
  return commit(
    { codes, until: iso(until) },
    [factors.save(id, factor, after), session, logged(deps, actor, 'setUpSecondFactor')],
    again,
  );
}

/** The set-up in progress. Throws STATE_CHANGED if it has expired. */
function requireBegun(factor: SecondFactor | undefined, now: number) {
  if (!factor?.begun || factor.begun.until <= now) {
    throw new Refusal('STATE_CHANGED', {
      title: 'Configuration expirée',
      detail: 'Cette configuration a expiré. Recommencez-la avec votre mot de passe.',
    });
  }
  const { begun, ...rest } = factor;
  return { begun, rest };
}
