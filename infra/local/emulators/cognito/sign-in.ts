import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Operation, operation, ServiceError } from '../json-protocol.ts';
import {
  type Client,
  checkNotLocked,
  countFailure,
  type Directory,
  findUser,
  isPasswordOf,
  type PoolSession,
  poolName,
  seconds,
  type User,
} from './directory.ts';
import { beginExchange, provesPassword, type SrpExchange, type Verifier } from './srp.ts';
import type { TokenIssuer } from './tokens.ts';

const challengeForMs = 3 * 60_000;

const texts = z.record(z.string(), z.string());
const ClientMetadata = z.optional(texts);

interface Challenge {
  client: Client;
  exchange: SrpExchange;
  sub: string;
  endsAtMs: number;
}

/** Signing in by SRP and staying signed in: the operations that start and renew a session. */
export function signInOperations(directory: Directory, tokenIssuer: TokenIssuer): Record<string, Operation> {
  /** Open exchanges by their secret block, which the client sends back. */
  const challenges = new Map<string, Challenge>();

  const begin = (client: Client, parameters: Record<string, string>): object => {
    const { USERNAME = '', SRP_A = '' } = parameters;
    const user = findUser(client.pool, USERNAME);
    if (!user && !client.settings.hidesUsers) throw new ServiceError('UserNotFoundException', 'User does not exist.');
    const now = directory.now();
    if (user) checkNotLocked(user, now);
    const { sub, password } = user ?? nobody(directory.signingKey, USERNAME);
    const exchange = beginExchange(SRP_A, password);
    if (!exchange) throw new ServiceError('InvalidParameterException', 'SRP_A is not a valid public value.');
    for (const [block, { endsAtMs }] of challenges) if (endsAtMs < now) challenges.delete(block);
    challenges.set(exchange.secretBlock, { client, exchange, sub, endsAtMs: now + challengeForMs });
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: password.salt,
        SECRET_BLOCK: exchange.secretBlock,
        SRP_B: exchange.B.toString(16),
        USERNAME: sub,
        USER_ID_FOR_SRP: sub,
      },
    };
  };

  const finish = async (client: Client, responses: Record<string, string>, metadata?: object): Promise<object> => {
    const { PASSWORD_CLAIM_SECRET_BLOCK: block = '', PASSWORD_CLAIM_SIGNATURE = '', TIMESTAMP = '' } = responses;
    const challenge = challenges.get(block);
    challenges.delete(block);
    const now = directory.now();
    if (challenge?.client.id !== client.id || challenge.endsAtMs < now) {
      throw refused('Invalid session for the user, session is expired.');
    }
    const user = client.pool.users[challenge.sub];
    if (user) checkNotLocked(user, now);
    const claim = { poolName: poolName(client.pool), sub: challenge.sub, timestamp: TIMESTAMP };
    const proven = provesPassword(challenge.exchange, { ...claim, signature: PASSWORD_CLAIM_SIGNATURE });
    if (!user || !proven) {
      if (user) countFailure(user, now);
      throw refused('Incorrect username or password.');
    }
    return signIn(client, user, metadata);
  };

  /** The password itself, over our own credentials: the administrators' flow, which only our functions can use. */
  const enterByPassword = async (client: Client, parameters: Record<string, string>): Promise<object> => {
    const { USERNAME, PASSWORD } = parameters;
    if (!USERNAME || !PASSWORD) {
      const name = USERNAME ? 'PASSWORD' : 'USERNAME';
      throw new ServiceError('InvalidParameterException', `Missing required parameter ${name}`);
    }
    const user = findUser(client.pool, USERNAME);
    if (!user && !client.settings.hidesUsers) throw new ServiceError('UserNotFoundException', 'User does not exist.');
    if (user) checkNotLocked(user, directory.now());
    if (!user || !isPasswordOf(client.pool, user, PASSWORD)) {
      if (user) countFailure(user, directory.now());
      throw refused('Incorrect username or password.');
    }
    return signIn(client, user);
  };

  const signIn = async (client: Client, user: User, metadata?: object): Promise<object> => {
    if (!user.enabled) throw refused('User is disabled.');
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      throw new ServiceError('UnknownOperationException', 'Signing in with a temporary password is not emulated');
    }
    user.failures = { count: 0, lastMs: 0, lockedUntilMs: 0 };
    const authTime = seconds(directory.now());
    const session: PoolSession = {
      originJti: randomUUID(),
      clientId: client.id,
      authTime,
      endsAt: authTime + client.settings.refreshFor,
      refreshTokens: [],
    };
    const source = 'TokenGeneration_Authentication';
    const tokens = await tokenIssuer.issue({ client, user, session, source, metadata });
    user.sessions = [...user.sessions.filter(({ endsAt }) => endsAt > authTime), session];
    return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: addRefreshToken(session) } };
  };

  const refresh = async (client: Client, refreshToken: string, metadata?: object): Promise<object> => {
    const { user, session, used } = holderOf(client, refreshToken);
    const grace = client.settings.rotationGrace;
    if (session.endsAt <= seconds(directory.now())) throw refused('Refresh Token has expired');
    if (used.replacedAtMs !== undefined && directory.now() > used.replacedAtMs + (grace ?? 0)) {
      throw refused('Refresh Token has been revoked');
    }
    if (!user.enabled) throw refused('User is disabled.');
    const source = 'TokenGeneration_RefreshTokens';
    const tokens = await tokenIssuer.issue({ client, user, session, source, metadata });
    if (grace === undefined) return { AuthenticationResult: tokens };
    used.replacedAtMs ??= directory.now();
    session.refreshTokens = session.refreshTokens.filter(
      ({ replacedAtMs = Number.POSITIVE_INFINITY }) => directory.now() <= replacedAtMs + grace,
    );
    return { AuthenticationResult: { ...tokens, RefreshToken: addRefreshToken(session) } };
  };

  return {
    InitiateAuth: operation(
      z.object({ AuthFlow: z.string(), ClientId: z.string(), AuthParameters: z._default(texts, {}), ClientMetadata }),
      ({ AuthFlow, ClientId, AuthParameters, ClientMetadata: metadata }) => {
        const client = directory.client(ClientId);
        const flow = AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : AuthFlow;
        const rotates = client.settings.rotationGrace !== undefined;
        const open = client.settings.flows.includes(`ALLOW_${flow}`) && !(flow === 'REFRESH_TOKEN_AUTH' && rotates);
        if (!open) throw new ServiceError('InvalidParameterException', `${flow} is not enabled for the client.`);
        if (flow === 'ADMIN_USER_PASSWORD_AUTH') {
          throw new ServiceError('InvalidParameterException', 'Initiate Auth method not supported.');
        }
        if (flow === 'USER_SRP_AUTH') return begin(client, AuthParameters);
        if (flow === 'REFRESH_TOKEN_AUTH') return refresh(client, AuthParameters.REFRESH_TOKEN ?? '', metadata);
        throw new ServiceError('UnknownOperationException', `InitiateAuth with ${flow} is not emulated`);
      },
    ),
    AdminInitiateAuth: operation(
      z.object({
        UserPoolId: z.string(),
        ClientId: z.string(),
        AuthFlow: z.string(),
        AuthParameters: z._default(texts, {}),
      }),
      ({ UserPoolId, ClientId, AuthFlow, AuthParameters }) => {
        const client = directory.client(ClientId);
        if (client.pool !== directory.pool(UserPoolId)) {
          throw new ServiceError('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
        }
        if (!client.settings.flows.includes(`ALLOW_${AuthFlow}`)) {
          throw new ServiceError('InvalidParameterException', 'Auth flow not enabled for this client');
        }
        if (AuthFlow === 'ADMIN_USER_PASSWORD_AUTH') return enterByPassword(client, AuthParameters);
        throw new ServiceError('UnknownOperationException', `AdminInitiateAuth with ${AuthFlow} is not emulated`);
      },
    ),
    RespondToAuthChallenge: operation(
      z.object({
        ChallengeName: z.string(),
        ClientId: z.string(),
        ChallengeResponses: z._default(texts, {}),
        ClientMetadata,
      }),
      ({ ChallengeName, ClientId, ChallengeResponses, ClientMetadata: metadata }) => {
        if (ChallengeName === 'PASSWORD_VERIFIER')
          return finish(directory.client(ClientId), ChallengeResponses, metadata);
        throw new ServiceError('UnknownOperationException', `The challenge ${ChallengeName} is not emulated`);
      },
    ),
    GetTokensFromRefreshToken: operation(
      z.object({ ClientId: z.string(), RefreshToken: z.string(), ClientMetadata }),
      ({ ClientId, RefreshToken, ClientMetadata: metadata }) =>
        refresh(directory.client(ClientId), RefreshToken, metadata),
    ),
    RevokeToken: operation(z.object({ ClientId: z.string(), Token: z.string() }), ({ ClientId, Token }) => {
      const client = directory.client(ClientId);
      const holder = findHolder(client, Token);
      if (holder) holder.user.sessions = holder.user.sessions.filter((session) => session !== holder.session);
      return {};
    }),
  };
}

function addRefreshToken(session: PoolSession): string {
  const token = randomBytes(48).toString('base64url');
  session.refreshTokens.push({ hash: hashOf(token) });
  return token;
}

function findHolder(client: Client, refreshToken: string) {
  const hash = hashOf(refreshToken);
  for (const user of Object.values(client.pool.users)) {
    for (const session of user.sessions) {
      const used = session.refreshTokens.find((token) => token.hash === hash);
      if (used && session.clientId === client.id) return { user, session, used };
    }
  }
  return undefined;
}

function holderOf(client: Client, refreshToken: string) {
  const holder = findHolder(client, refreshToken);
  if (!holder) throw refused('Refresh Token has been revoked');
  return holder;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** An unknown user gets the same kind of answer as a known one: the same salt and the same id at each attempt. */
function nobody(secret: string, name: string): { sub: string; password: Verifier } {
  const digits = createHmac('sha512', secret).update(name.toLowerCase()).digest('hex');
  const sub = digits.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
  return { sub, password: { salt: digits.slice(32, 64), verifier: digits.slice(64) } };
}

function refused(message: string): ServiceError {
  return new ServiceError('NotAuthorizedException', message);
}
