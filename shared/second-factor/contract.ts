import * as z from 'zod/mini';
import { knownPassword, passwordTries } from '../accounts/password.ts';
import { routes } from '../route.ts';
import { tidyCode } from '../values/typed/characters.ts';

/** An administrator's view of their own second factor; moments are ISO. */
const SecondFactorStanding = z.object({
  isSetUp: z.boolean(),
  /** End of the verification of this session; absent without one. */
  provenUntil: z.optional(z.string()),
  /** End of the wait in which no code is accepted. */
  lockedUntil: z.optional(z.string()),
  recoveryCodesLeft: z.int(),
});

/** Six digits as people type them; blanks and hyphens are ignored. */
export const OneTimeCode = z.pipe(
  z.pipe(
    z.string('Saisissez le code à 6 chiffres'),
    z.transform((typed) => tidyCode(typed).replaceAll('-', '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, 'Saisissez le code à 6 chiffres')),
);

/** A recovery code as people type it; blanks, hyphens and case are ignored. */
export const RecoveryCode = z.pipe(
  z.pipe(
    z.string('Saisissez un code de secours'),
    z.transform((typed) => tidyCode(typed).replaceAll('-', '').toUpperCase()),
  ),
  z.string().check(z.regex(/^[0-9A-Z]{16}$/, 'Un code de secours a 16 lettres et chiffres')),
);

export const BegunPassword = knownPassword('Indiquez votre mot de passe', 'Le mot de passe est incorrect');

const RecoveryCodes = z.array(z.string());
const Proven = z.object({ until: z.string() });

const act = { method: 'POST', access: 'unprovenAdmin' } as const;

/**
 * The second factor of administrators (decision 027). Answers with a key or with recovery codes are never stored, so
 * these rows keep no answer of an Idempotency-Key.
 */
export const secondFactorRoutes = routes({
  secondFactorStanding: {
    method: 'GET',
    path: '/admin/second-factor',
    access: 'unprovenAdmin',
    reply: SecondFactorStanding,
  },
  /** A new key for the member's application. An existing one stays valid until the new one is finished. */
  beginSecondFactor: {
    ...act,
    path: '/admin/second-factor/begin',
    body: z.strictObject({ password: BegunPassword }),
    limits: passwordTries,
    reply: z.object({ key: z.string(), uri: z.string() }),
  },
  finishSecondFactor: {
    ...act,
    path: '/admin/second-factor/finish',
    body: z.strictObject({ code: OneTimeCode }),
    idempotency: 'own',
    limits: [{ by: 'member', count: 30, seconds: 900 }],
    reply: z.object({ codes: RecoveryCodes, until: z.string() }),
  },
  proveSecondFactor: {
    ...act,
    path: '/admin/second-factor/prove',
    body: z.strictObject({ code: OneTimeCode }),
    idempotency: 'required',
    reply: Proven,
  },
  useRecoveryCode: {
    ...act,
    path: '/admin/second-factor/recovery',
    body: z.strictObject({ code: RecoveryCode }),
    idempotency: 'required',
    reply: z.extend(Proven, { recoveryCodesLeft: z.int() }),
  },
  /** Ten new recovery codes, which replace all others. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/admin/second-factor/recovery-codes',
    access: 'admin',
    reply: z.object({ codes: RecoveryCodes }),
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/admin/administrators/{administratorId}/second-factor/reset',
    access: 'rootAdmin',
    idempotency: 'required',
  },
});
