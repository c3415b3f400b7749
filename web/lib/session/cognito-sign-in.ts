import { Amplify, syncSessionStorage } from '@aws-amplify/core';
import { signIn as amplifySignIn, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { prepare } from '#web/lib/session/cognito.ts';
import type { SessionKind } from '#web/lib/session/session-storage.ts';
import { type SignInOutcome, signInCode, signInRefused } from '#web/lib/session/sign-in-outcome.ts';
import { tabStore } from '#web/lib/storage.ts';

// Amplify stores the state of a sign-in in the tab, and would fail without storage.
syncSessionStorage.setItem = (name, text) => void tabStore.keep(name, text);

const srp = (username: string, password: string) =>
  amplifySignIn({ username, password, options: { authFlowType: 'USER_SRP_AUTH' } });

/**
 * Checks the password with SRP, so it never leaves the browser: in the form of stored passwords, then as typed. Returns
 * the member's id. Throws Cognito's own exceptions.
 */
export async function signIn(kind: SessionKind, username: string, password: string): Promise<string> {
  Amplify.configure({ Auth: await prepare(kind) }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
  const asTyped = () => srp(username, password);
  const oneForm = password.normalize('NFC');
  const { isSignedIn, nextStep } =
    oneForm === password
      ? await asTyped()
      : await srp(username, oneForm).catch((refused: unknown) => {
          if (signInCode(refused) !== 'wrong') throw refused;
          return asTyped();
        });
  if (!isSignedIn) throw new Error(`sign-in wants ${nextStep.signInStep}`);
  const { userSub } = await fetchAuthSession();
  if (!userSub) throw new Error('a session without a member');
  return userSub;
}

export const refusalOf = (refused: unknown): SignInOutcome => signInRefused(signInCode(refused));
