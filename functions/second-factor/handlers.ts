import type { Actor } from '#functions/actor.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { adminLog } from '#functions/admin/log.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Cipher } from '#functions/platform/aws/cipher.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import { mustBeUnanswered } from '#functions/platform/http/idempotency.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { jitter } from '#functions/platform/retry.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import { requireChangeable } from '#shared/admin/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { afterWrong, isFresh, provenMs, requireMayTry, setUpMs } from '#shared/second-factor/rules.ts';
import { hashOf, indexOfCode, newKey, newRecoveryCodes, stepsOf, uriOf } from './codes.ts';
import { isSetUp, type SecondFactor, secondFactorRepository, type WholeFactor } from './repository.ts';

type SecondFactorDeps = Deps & { readonly identity: Identity; readonly cipher: Cipher };

const iso = (time: number) => new Date(time).toISOString();

const wrongField = (field: 'code' | 'password', sentence: string) =>
  new Refusal('INVALID', undefined, { fields: { [field]: sentence } });

/** A line of the administrators' log about `memberId`, by default the actor. */
const logged = (deps: Deps, { id }: Pick<Actor, 'id'>, action: AdminAction, memberId = id): Write =>
  adminLog(deps, { id }, action, { type: 'administrator', id: memberId });

/** The caller's second factor. Throws STATE_CHANGED if none is set up. */
async function readWhole(deps: Deps, { id }: Actor): Promise<WholeFactor> {
  const factor = await secondFactorRepository(deps).read(id);
  if (isSetUp(factor)) return factor;
  throw new Refusal('STATE_CHANGED', {
    title: 'Validation en deux étapes à configurer',
    detail: "Votre validation en deux étapes n'est pas configurée. Rechargez la page du panel pour la configurer.",
  });
}

/** Marks the caller's session as verified until the given time. A token without a session cannot be verified. */
function provenSession(deps: Deps, { id, originJti }: Actor): { until: number; session: Write } {
  if (!originJti) throw new Refusal('SIGNED_OUT');
  const until = deps.now() + provenMs;
  return { until, session: secondFactorRepository(deps).prove(id, originJti, until) };
}

/** A new set-up replaces a finished one only in a session verified by that one. */
function requireMayReplace(factor: SecondFactor | undefined, { provenUntil }: Actor): void {
  if (isSetUp(factor) && provenUntil === undefined) throw new Refusal('SECOND_FACTOR');
}

/** How often a wrong try that lost a race is counted again. Each lost race is a try of another session. */
const countings = 8;

/** Verifies the caller's session, by a code of the key or by a recovery code. */
function tryHandlers(
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

/** Checks the password and stores a new key, which counts once a code of it is entered. */
function beginSecondFactor(deps: SecondFactorDeps): Handler<(typeof secondFactorRoutes)['beginSecondFactor']> {
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
async function finishSecondFactor(
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
