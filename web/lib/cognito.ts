import { Amplify } from 'aws-amplify';
import { signIn as amplifySignIn, signOut as amplifySignOut, fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage, sessionStorage as tabStorage } from 'aws-amplify/utils';
import * as z from 'zod/mini';
import type { SessionKind } from '#web/lib/session-storage.ts';
import { type SignInOutcome, signInCode, signInRefused } from '#web/lib/sign-in-outcome.ts';

/**
 * The only module that touches Amplify's sign-in. It is loaded on demand: when a session is stored, or
 * when a sign-in form is sent.
 */
const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolShortClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
});
let configured: Promise<z.infer<typeof Config>> | undefined;

async function readConfig() {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return Config.parse(await response.json());
}

/** Points Amplify to the pool, with the client and the storage of this kind of session. */
async function prepare(kind: SessionKind): Promise<void> {
  configured ??= readConfig();
  const config = await configured.catch((fault: unknown) => {
    configured = undefined;
    throw fault;
  });
  const { userPoolId, userPoolEndpoint } = config;
  const userPoolClientId = kind === 'remembered' ? config.userPoolClientId : config.userPoolShortClientId;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(kind === 'remembered' ? defaultStorage : tabStorage);
}

/** Proves the password with SRP: it never leaves the browser. Answers the member's id. Throws Cognito's own exceptions. */
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

/** Revokes the refresh token and forgets the tokens of this device. */
export async function signOut(kind: SessionKind): Promise<void> {
  await prepare(kind);
  await amplifySignOut();
}
