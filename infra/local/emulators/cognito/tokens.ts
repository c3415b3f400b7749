import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, randomUUID, sign, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { jwtParts } from '#infra/local/compute/jwt-authorizer.ts';
import { ServiceError } from '../json-protocol.ts';
import { type Client, type Directory, type Pool, type PoolSession, seconds, type User } from './directory.ts';
import { firePreToken, type InvokeTrigger, type TokenSource } from './trigger.ts';

const AccessClaims = z.looseObject({
  iss: z.string(),
  sub: z.string(),
  client_id: z.string(),
  token_use: z.literal('access'),
  origin_jti: z.string(),
  exp: z.number(),
  scope: z.optional(z.string()),
});
type AccessClaims = z.infer<typeof AccessClaims>;

/** Claims that a trigger cannot touch. */
const reserved = new Set(
  'aud auth_time client_id cognito:username event_id exp iat iss jti origin_jti sub token_use username'.split(' '),
);

interface Tokens {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

export interface TokenIssuer {
  jwks: { keys: (JsonWebKey & { kid: string })[] };
  /** Fires the pre-token trigger and signs both tokens of a session. @throws ServiceError when the trigger refuses */
  issue(grant: {
    client: Client;
    user: User;
    session: PoolSession;
    source: TokenSource;
    metadata?: object;
  }): Promise<Tokens>;
  /** The valid session of an access token. @throws ServiceError NotAuthorizedException */
  authenticate(accessToken: string): {
    claims: AccessClaims;
    pool: Pool;
    client: Client;
    user: User;
    session: PoolSession;
  };
}

export function issuerOf(region: string, poolId: string): string {
  return `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
}

/** Signs and reads the tokens (RS256) with the directory's key, as the pools of `region`. */
export function openTokenIssuer(directory: Directory, region: string, invokeTrigger: InvokeTrigger): TokenIssuer {
  const privateKey = createPrivateKey(directory.signingKey);
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 20);

  const signed = (claims: object): string => {
    const content = [{ kid, alg: 'RS256' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return [...content, sign('RSA-SHA256', Buffer.from(content.join('.')), privateKey).toString('base64url')].join('.');
  };

  return {
    jwks: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    async issue({ client, user, session, source, metadata }) {
      const changes = await firePreToken({ client, user, source, metadata, region, invokeTrigger });
      const iat = seconds(directory.now());
      const groups = changes.groups.length > 0 ? { 'cognito:groups': changes.groups } : {};
      const shared = {
        sub: user.sub,
        ...groups,
        iss: issuerOf(region, client.pool.id),
        origin_jti: session.originJti,
        event_id: randomUUID(),
        auth_time: session.authTime,
        iat,
      };
      const access = {
        ...shared,
        version: 2,
        client_id: client.id,
        token_use: 'access',
        ...(changes.scopes.length > 0 && { scope: changes.scopes.join(' ') }),
        exp: iat + client.settings.accessFor,
        jti: randomUUID(),
        username: user.sub,
      };
      const id = {
        ...shared,
        ...user.attributes,
        email_verified: user.attributes.email_verified === 'true',
        'cognito:username': user.sub,
        aud: client.id,
        token_use: 'id',
        exp: iat + client.settings.idFor,
        jti: randomUUID(),
      };
      return {
        AccessToken: signed(override(access, changes.access)),
        IdToken: signed(override(id, changes.id)),
        ExpiresIn: client.settings.accessFor,
        TokenType: 'Bearer',
      };
    },
    authenticate(accessToken) {
      const [head = '', body = '', signature = ''] = jwtParts(accessToken) ?? [];
      const content = Buffer.from(`${head}.${body}`);
      const genuine = verify('RSA-SHA256', content, publicKey, Buffer.from(signature, 'base64url'));
      const parsed = genuine
        ? AccessClaims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
        : undefined;
      if (!parsed?.success) throw refused('Invalid Access Token');
      const claims = parsed.data;
      if (claims.exp <= seconds(directory.now())) throw refused('Access Token has expired');
      const client = directory.client(claims.client_id);
      const user = client.pool.users[claims.sub];
      if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
      if (!user.enabled) throw refused('User is disabled.');
      const session = user.sessions.find(({ originJti }) => originJti === claims.origin_jti);
      if (!session) throw refused('Access Token has been revoked');
      return { claims, pool: client.pool, client, user, session };
    },
  };
}

function override(
  claims: Record<string, unknown>,
  changes: { claimsToAddOrOverride: Record<string, unknown>; claimsToSuppress: readonly string[] },
): Record<string, unknown> {
  const merged = { ...claims };
  for (const name of changes.claimsToSuppress) if (!reserved.has(name)) delete merged[name];
  for (const [name, value] of Object.entries(changes.claimsToAddOrOverride))
    if (!reserved.has(name)) merged[name] = value;
  return merged;
}

function refused(message: string): ServiceError {
  return new ServiceError('NotAuthorizedException', message);
}
