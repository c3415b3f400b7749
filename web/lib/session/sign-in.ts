import { tidyEmail } from '#shared/values/typed/characters.ts';
import { offline } from '#web/lib/api/problem.ts';
import { auth, begin, during, endedAt } from '#web/lib/session/auth.ts';
import { forgetSession } from '#web/lib/session/session-storage.ts';
import type { SignInOutcome } from '#web/lib/session/sign-in-outcome.ts';

const cognito = () => import('#web/lib/session/cognito-sign-in.ts');

/** `remember` keeps the session 30 days on this device; otherwise it lasts 12 hours at most and ends with the tabs. */
export async function signIn(email: string, password: string, remember: boolean): Promise<SignInOutcome> {
  const kind = remember ? 'remembered' : 'tab';
  const client = await cognito().catch(() => undefined);
  if (!client) return { ok: false, code: 'offline', message: offline().detail };
  try {
    forgetSession();
    begin({ kind, memberId: await client.signIn(kind, tidyEmail(email), password) });
    return { ok: true };
  } catch (refused) {
    return client.refusalOf(refused);
  }
}

/** Resumes a lapsed session: same member, same kind; the waiting calls continue. */
export const resume = (email: string, password: string) => signInAfter(endedAt, email, password);

/** A new password ends every session, this one too, so this starts the next one. On failure the session has lapsed. */
export const signInAgain = (email: string, password: string) => during(signInAfter(Date.now(), email, password));

/** Sessions are valid from the full second after the end of earlier ones. */
async function signInAfter(end: number, email: string, password: string): Promise<SignInOutcome> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, end + 1_100 - Date.now())));
  const here = auth.get();
  return signIn(email, password, here.status === 'member' && here.kind === 'remembered');
}
