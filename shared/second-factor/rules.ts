import { Refusal } from '../refusal.ts';

/** How long a session stays proven, in milliseconds; using it does not make it longer. */
export const provenMs = 30 * 60_000;

/** How long a set-up that was begun may be finished, in milliseconds. */
export const setUpMs = 60 * 60_000;

export const recoveryCodeCount = 10;

/** Milliseconds: wrong codes within the first are counted together, and too many of them mean the second. */
const countedMs = 15 * 60_000;
const waitMs = 15 * 60_000;
const wrongAllowed = 5;

/** One-time codes change with each step. */
export const stepMs = 30_000;

/** The steps whose codes are right now: clocks of telephones may be one step off. */
export const stepsAround = (now: number): readonly number[] => {
  const step = Math.floor(now / stepMs);
  return [step - 1, step, step + 1];
};

/** Whether a code of this step may still be used: each step once, and none from before the last used one. */
export function isFresh(step: number, lastStep: number | undefined, now: number): boolean {
  const latest = stepsAround(now).at(-1) ?? 0;
  // A last step that is still to come was used before the clock was set back.
  return lastStep === undefined || lastStep > latest || step > lastStep;
}

/** Wrong codes of a member, in all of their sessions: times in milliseconds. */
export interface Tries {
  readonly wrongAt: readonly number[];
  readonly lockedUntil?: number | undefined;
}

const tooMany = (until: number, now: number) =>
  new Refusal(
    'TOO_MANY',
    {
      title: 'Trop de codes incorrects',
      detail:
        "Pour votre sécurité, aucun code n'est accepté pendant 15 minutes, pas même un code de secours. Réessayez ensuite.",
    },
    { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) },
  );

/** Throws TOO_MANY while the member waits. */
export function requireMayTry({ lockedUntil }: Tries, now: number): void {
  if (lockedUntil !== undefined && lockedUntil > now) throw tooMany(lockedUntil, now);
}

/** The tries after one more wrong code, and its refusal. The fifth within 15 minutes begins the wait. */
export function afterWrong(
  tries: Tries,
  now: number,
): { tries: { wrongAt: number[]; lockedUntil?: number }; refusal: Refusal; hasLocked: boolean } {
  const wrongAt = [...tries.wrongAt.filter((at) => at > now - countedMs && at <= now), now];
  if (wrongAt.length >= wrongAllowed) {
    const lockedUntil = now + waitMs;
    return { tries: { wrongAt: [], lockedUntil }, refusal: tooMany(lockedUntil, now), hasLocked: true };
  }
  const left = wrongAllowed - wrongAt.length;
  const refusal = new Refusal('INVALID', undefined, {
    fields: { code: `Ce code n'est pas le bon. Il vous reste ${left} ${left === 1 ? 'essai' : 'essais'}.` },
  });
  return { tries: { wrongAt }, refusal, hasLocked: false };
}
