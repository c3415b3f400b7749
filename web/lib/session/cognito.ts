import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { type SessionKind, tokensOf } from '#web/lib/session/session-storage.ts';
import { siteConfig } from '#web/lib/site-config.ts';

/*
 * The tokens of a stored session, without the sign-in: a member's browser loads this with every page. Only this file
 * and `cognito-sign-in.ts` use Amplify's sessions, both on demand. Access tokens have no scope, so they can only start
 * and end a session.
 */

/** Configures Amplify with the pool, and with the client and the storage of this kind of session. */
export async function prepare(kind: SessionKind): Promise<void> {
  const config = await siteConfig();
  const { userPoolId, userPoolEndpoint } = config;
  const userPoolClientId = kind === 'remembered' ? config.userPoolClientId : config.userPoolShortClientId;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokensOf(kind));
}

/** A valid access token, renewed when needed; undefined after the session has ended. */
export async function accessToken(kind: SessionKind, forceRefresh: boolean): Promise<string | undefined> {
  await prepare(kind);
  try {
    const { tokens } = await fetchAuthSession({ forceRefresh });
    return tokens?.accessToken.toString();
  } catch (refused) {
    // The trigger finds no account, because it was deleted.
    if (refused instanceof Error && refused.message.includes('NO_ACCOUNT')) return undefined;
    throw refused;
  }
}
