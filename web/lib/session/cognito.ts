import type { AuthConfig } from '@aws-amplify/core';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { type SessionKind, tokensOf } from '#web/lib/session/session-storage.ts';
import { siteConfig } from '#web/lib/site-config.ts';

/*
 * The tokens of a stored session, without the sign-in: a member's browser loads this with every page. Only this file
 * and `cognito-sign-in.ts` use Amplify's sessions, both on demand. Access tokens have no scope, so they can only start
 * and end a session.
 */

/**
 * Gives Amplify's tokens the pool, and the client and the storage of this kind of session; returns the configuration.
 * Only the sign-in calls `Amplify.configure`: it would add 6 kB to each page of a member.
 */
export async function prepare(kind: SessionKind): Promise<AuthConfig> {
  const config = await siteConfig();
  const { userPoolId, userPoolEndpoint } = config;
  const userPoolClientId = kind === 'remembered' ? config.userPoolClientId : config.userPoolShortClientId;
  const auth = { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } };
  cognitoUserPoolsTokenProvider.setAuthConfig(auth);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokensOf(kind));
  return auth;
}

/** A valid access token, renewed when needed; undefined after the session has ended. */
export async function accessToken(kind: SessionKind, forceRefresh: boolean): Promise<string | undefined> {
  await prepare(kind);
  try {
    const tokens = await cognitoUserPoolsTokenProvider.getTokens({ forceRefresh });
    return tokens?.accessToken.toString();
  } catch (refused) {
    // The trigger finds no account, because it was deleted.
    if (refused instanceof Error && refused.message.includes('NO_ACCOUNT')) return undefined;
    throw refused;
  }
}
