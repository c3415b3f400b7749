import { openExchange } from '../emulators/cognito/srp.ts';

export interface SiteSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

type SiteConfig = () => Promise<Readonly<Record<string, string>>>;

export function openSignIn(config: SiteConfig) {
  async function cognito<T>(operation: string, body: object): Promise<T> {
    const { region, userPoolEndpoint } = await config();
    const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T & { message?: string; __type?: string };
    if (!response.ok) throw Object.assign(new Error(answer.message), { name: answer.__type });
    return answer;
  }

  /**
   * A session by Secure Remote Password, as the browser gets it; `ofTab` for one that ends with its tab. Throws
   * Cognito's error, named by its type.
   */
  async function signIn(email: string, password: string, { ofTab = false } = {}): Promise<SiteSession> {
    const { userPoolId = '', userPoolClientId = '', userPoolShortClientId = '' } = await config();
    const ClientId = ofTab ? userPoolShortClientId : userPoolClientId;
    const exchange = openExchange();
    const { ChallengeParameters: challenge } = await cognito<{ ChallengeParameters: Record<string, string> }>(
      'InitiateAuth',
      {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: email, SRP_A: exchange.srpA },
      },
    );
    const { USER_ID_FOR_SRP: sub = '', SALT: salt = '', SRP_B: srpB = '', SECRET_BLOCK: secretBlock = '' } = challenge;
    const timestamp = cognitoTimestamp(new Date());
    const signature = exchange.prove({
      poolName: userPoolId.split('_')[1] ?? '',
      sub,
      password,
      salt,
      srpB,
      secretBlock,
      timestamp,
    });
    const { AuthenticationResult: result } = await cognito<{ AuthenticationResult: Tokens }>('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId,
      ChallengeResponses: {
        USERNAME: sub,
        PASSWORD_CLAIM_SIGNATURE: signature,
        PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
        TIMESTAMP: timestamp,
      },
    });
    return sessionOf(result);
  }

  /** The caller's next session, with the refresh token of this one. Throws Cognito's error, named by its type. */
  async function refresh({ session }: { readonly session: SiteSession | undefined }): Promise<SiteSession> {
    const { userPoolClientId: ClientId = '' } = await config();
    const { AuthenticationResult: result } = await cognito<{ AuthenticationResult: Tokens }>(
      'GetTokensFromRefreshToken',
      { ClientId, RefreshToken: session?.refreshToken },
    );
    return sessionOf(result);
  }

  return { cognito, signIn, refresh };
}

interface Tokens {
  readonly AccessToken: string;
  readonly RefreshToken: string;
  readonly IdToken: string;
}

const sessionOf = ({ AccessToken, RefreshToken, IdToken }: Tokens): SiteSession => ({
  accessToken: AccessToken,
  refreshToken: RefreshToken,
  idToken: IdToken,
});

/** « Fri Nov 20 14:05:00 UTC 2026 », the only form that Cognito accepts. */
function cognitoTimestamp(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
