import { keys } from '#functions/platform/keys.ts';

/** The session of a member in tests without a stack, as each token names it. */
export const provenSession = 'session-of-the-test';

/** The proof of an administrator's second factor in one session, that outlives every test. */
export const aProof = (memberId: string, session = provenSession) => ({
  ...keys.provenSession(memberId, session),
  kind: 'secondFactorProof' as const,
  until: Date.UTC(9999, 0, 1),
  ttl: Date.UTC(9999, 0, 1) / 1000,
});
