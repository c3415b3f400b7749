import { Refusal } from '../refusal.ts';

/** Duration of a verification in milliseconds; using the session does not extend it. */
export const provenMs = 30 * 60_000;

/** Time to finish a set-up, in milliseconds. */
export const setUpMs = 60 * 60_000;

export const recoveryCodeCount = 10;

const countedMs = 15 * 60_000;
const waitMs = 15 * 60_000;
const wrongAllowed = 5;

/** A one-time code changes after this time, in milliseconds. */
export const stepMs = 30_000;

/** The steps whose codes are accepted now: phone clocks may be one step off. */
export const stepsAround = (now: number): readonly number[] => {
  const step = Math.floor(now / stepMs);
  return [step - 1, step, step + 1];
};

/** Each step works once, and none before the last used one. */
export function isFresh(step: number, lastStep: number | undefined, now: number): boolean {
  const latest = stepsAround(now).at(-1) ?? 0;
  // A last step in the future was used before the clock was set back.
  return lastStep === undefined || lastStep > latest || step > lastStep;
}

/** A member's wrong codes in all of their sessions: times in milliseconds. */
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

/** The tries after one more wrong code, and its refusal. The fifth within 15 minutes starts the wait. */
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
