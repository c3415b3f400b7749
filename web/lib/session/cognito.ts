import { Amplify } from 'aws-amplify';
import { signIn as amplifySignIn, signOut as amplifySignOut, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage, sessionStorage as tabStorage } from 'aws-amplify/utils';
import type { SessionKind } from '#web/lib/session/session-storage.ts';
import { type SignInOutcome, signInCode, signInRefused } from '#web/lib/session/sign-in-outcome.ts';
import { siteConfig } from '#web/lib/site-config.ts';

/*
 * The only module that uses Amplify's sign-in. It is loaded on demand: when a session is stored, or when a sign-in
 * form is sent. Access tokens have no scope, so only the start and the end of a session are possible here.
 */

/** Configures Amplify with the pool, and with the client and the storage of this kind of session. */
async function prepare(kind: SessionKind): Promise<void> {
  const config = await siteConfig();
  const { userPoolId, userPoolEndpoint } = config;
  const userPoolClientId = kind === 'remembered' ? config.userPoolClientId : config.userPoolShortClientId;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(kind === 'remembered' ? defaultStorage : tabStorage);
}

/**
 * Proves the password with SRP: it never leaves the browser. Returns the member's id. Throws Cognito's own exceptions.
 */
export async function signIn(kind: SessionKind, username: string, password: string): Promise<string> {
  await prepare(kind);
  const { isSignedIn, nextStep } = await amplifySignIn({
    username,
    password,
    options: { authFlowType: 'USER_SRP_AUTH' },
  });
  if (!isSignedIn) throw new Error(`sign-in wants ${nextStep.signInStep}`);
  const { userSub } = await fetchAuthSession();
  if (!userSub) throw new Error('a session without a member');
  return userSub;
}

export const refusalOf = (refused: unknown): SignInOutcome => signInRefused(signInCode(refused));

/** A valid access token, renewed when needed; undefined once the session has ended. */
export async function accessToken(kind: SessionKind, forceRefresh: boolean): Promise<string | undefined> {
  await prepare(kind);
  const { tokens } = await fetchAuthSession({ forceRefresh });
  return tokens?.accessToken.toString();
}

/** Revokes the refresh token and deletes the tokens of this device. */
export async function signOut(kind: SessionKind): Promise<void> {
  await prepare(kind);
  await amplifySignOut();
}
