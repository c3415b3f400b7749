import { refreshTokenOf, type SessionKind } from '#web/lib/session/session-storage.ts';
import { siteConfig } from '#web/lib/site-config.ts';
import { oneTabAtATime } from '#web/lib/storage.ts';

/** Milliseconds for Cognito's answer, both tries together (rule 206). */
const withinMs = 3_000;
const pauseMs = 300;

/**
 * Ends the session at Cognito by revoking its refresh token. Amplify's own `signOut` does not report whether Cognito
 * has answered: it logs the failure and deletes the device's tokens in any case. Deletes nothing here. Throws if
 * Cognito has not confirmed it after two tries, 3 s together.
 */
export async function revoke(kind: SessionKind): Promise<void> {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), withinMs);
  try {
    await ask(kind, aborting.signal).catch(async (fault: unknown) => {
      if (aborting.signal.aborted) throw fault;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await ask(kind, aborting.signal);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Takes the lock of the renewals, because refresh tokens rotate. */
const ask = (kind: SessionKind, signal: AbortSignal): Promise<void> =>
  oneTabAtATime(
    'envoyage.session',
    async () => {
      const held = refreshTokenOf(kind);
      if (!held) return;
      const { userPoolId, userPoolEndpoint } = await siteConfig();
      const [region] = userPoolId.split('_');
      const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
        },
        body: JSON.stringify({ ClientId: held.clientId, Token: held.token }),
        cache: 'no-store',
        signal,
      });
      if (!response.ok) throw new Error(`RevokeToken answered ${response.status}`);
    },
    signal,
  );
