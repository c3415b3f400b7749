import type { Actor } from '#functions/actor.ts';
import { adminLog } from '#functions/admin/log.ts';
import type { Cipher } from '#functions/platform/aws/cipher.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { provenMs } from '#shared/second-factor/rules.ts';
import { isSetUp, type SecondFactor, secondFactorRepository, type WholeFactor } from './repository.ts';

export type SecondFactorDeps = Deps & { readonly identity: Identity; readonly cipher: Cipher };

export const iso = (time: number) => new Date(time).toISOString();

export const wrongField = (field: 'code' | 'password', sentence: string) =>
  new Refusal('INVALID', undefined, { fields: { [field]: sentence } });

/** A line of the administrators' log about `memberId`, by default the actor. */
export const logged = (deps: Deps, { id }: Pick<Actor, 'id'>, action: AdminAction, memberId = id): Write =>
  adminLog(deps, { id }, action, { type: 'administrator', id: memberId });

/** The caller's second factor. Throws STATE_CHANGED if none is set up. */
export async function readWhole(deps: Deps, { id }: Actor): Promise<WholeFactor> {
  const factor = await secondFactorRepository(deps).read(id);
  if (isSetUp(factor)) return factor;
  throw new Refusal('STATE_CHANGED', {
    title: 'Validation en deux étapes à configurer',
    detail: "Votre validation en deux étapes n'est pas configurée. Rechargez la page du panel pour la configurer.",
  });
}

/** Marks the caller's session as verified until the given time. A token without a session cannot be verified. */
export function provenSession(deps: Deps, { id, originJti }: Actor): { until: number; session: Write } {
  if (!originJti) throw new Refusal('SIGNED_OUT');
  const until = deps.now() + provenMs;
  return { until, session: secondFactorRepository(deps).prove(id, originJti, until) };
}

/** A new set-up replaces a finished one only in a session verified by that one. */
export function requireMayReplace(factor: SecondFactor | undefined, { provenUntil }: Actor): void {
  if (isSetUp(factor) && provenUntil === undefined) throw new Refusal('SECOND_FACTOR');
}
