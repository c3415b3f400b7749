import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { throttle } from '#infra/local/compute/throttle.ts';
import { listen } from '#infra/local/emulators/http-server.ts';
import {
  answerJson,
  type JsonGuard,
  type Operation,
  operation,
  ServiceError,
} from '#infra/local/emulators/json-protocol.ts';
import { Attributes, adminOperations, attributeList, attributesOf } from './admin.ts';
import { type Directory, isPasswordOf, openDirectory, seconds, setPassword } from './directory.ts';
import {
  allowsSecondFactors,
  clientSettingsOf,
  poolSettingsOf,
  selfRecoveryAllowed,
  selfSignUpAllowed,
} from './settings.ts';
import { signInOperations } from './sign-in.ts';
import { issuerOf, openTokenIssuer, type TokenIssuer } from './tokens.ts';
import { type InvokeTrigger, selfScope } from './trigger.ts';

/**
 * Calls a second that an account makes of each category together, and the operations in it.
 * Source: Cognito Developer Guide, "Quotas in Amazon Cognito".
 */
const categories = [
  { rate: 120, operations: ['AdminInitiateAuth', 'GetTokensFromRefreshToken', 'InitiateAuth'] },
  // Three answers for each sign-in.
  { rate: 360, operations: ['RespondToAuthChallenge'] },
  { rate: 50, operations: ['AdminCreateUser', 'SignUp'] },
  { rate: 30, operations: ['AdminSetUserPassword', 'ChangePassword', 'ForgotPassword'] },
  { rate: 120, operations: ['AdminGetUser', 'GetUser'] },
  {
    rate: 25,
    operations: [
      'AdminAddUserToGroup',
      'AdminDeleteUser',
      'AdminDisableUser',
      'AdminEnableUser',
      'AdminRemoveUserFromGroup',
      'AdminUpdateUserAttributes',
      'AdminUserGlobalSignOut',
      'DeleteUser',
      'GlobalSignOut',
      'UpdateUserAttributes',
    ],
  },
  { rate: 120, operations: ['RevokeToken'] },
  { rate: 50, operations: ['AdminListGroupsForUser'] },
  { rate: 25, operations: ['AssociateSoftwareToken', 'SetUserMFAPreference', 'VerifySoftwareToken'] },
] as const;

/**
 * Counts a call of an operation; throws Cognito's refusal beyond the rate of its category. `now` is in milliseconds.
 */
export function callRates(): (operation: string, now: number) => void {
  const buckets = new Map(
    categories.flatMap(({ rate, operations }) => {
      const admits = throttle({ rate, burst: rate });
      return operations.map((operation): [string, typeof admits] => [operation, admits]);
    }),
  );
  return (operation, now) => {
    if (buckets.get(operation)?.(now) === false) throw new ServiceError('TooManyRequestsException', 'Rate exceeded');
  };
}

export const ratedOperations: readonly string[] = categories.flatMap(({ operations }) => operations);

const OwnToken = z.object({ AccessToken: z.string() });
const AnyClient = z.object({ ClientId: z.string() });

/** Operations of Cognito that need no credentials of ours: only a token, or only the public client id. */
export function memberOperations(directory: Directory, tokenIssuer: TokenIssuer): Record<string, Operation> {
  const memberOf = (accessToken: string) => {
    const found = tokenIssuer.authenticate(accessToken);
    if (found.claims.scope?.split(' ').includes(selfScope)) return found;
    throw new ServiceError('NotAuthorizedException', 'Access Token does not have required scopes');
  };
  /** Adding a second factor. A factor that the pool lacks cannot be set up or preferred. */
  const secondFactor = (name: string, code: string) =>
    operation(OwnToken, ({ AccessToken }) => {
      if (allowsSecondFactors(memberOf(AccessToken).pool.settings)) throw notEmulated(name);
      throw new ServiceError(code, 'Software token MFA is not enabled for the user pool.');
    });

  return {
    GetUser: operation(OwnToken, ({ AccessToken }) => {
      const { user } = memberOf(AccessToken);
      return { Username: user.sub, UserAttributes: attributeList(user) };
    }),
    ChangePassword: operation(
      z.extend(OwnToken, { PreviousPassword: z.string(), ProposedPassword: z.string() }),
      ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const { pool, user } = memberOf(AccessToken);
        if (!isPasswordOf(pool, user, PreviousPassword)) {
          throw new ServiceError('NotAuthorizedException', 'Incorrect username or password.');
        }
        setPassword(pool, user, ProposedPassword);
        user.modified = seconds(directory.now());
        return {};
      },
    ),
    UpdateUserAttributes: operation(
      z.extend(OwnToken, { UserAttributes: Attributes }),
      ({ AccessToken, UserAttributes }) => {
        const { user, client } = memberOf(AccessToken);
        const { writable } = client.settings;
        const forbidden = UserAttributes.some(({ Name }) =>
          writable ? !writable.includes(Name) : Name === 'sub' || Name.endsWith('_verified'),
        );
        if (forbidden) {
          throw new ServiceError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
        }
        if (UserAttributes.some(({ Name }) => Name === 'email')) {
          throw new ServiceError('UnknownOperationException', 'Changing one’s own e-mail address is not emulated');
        }
        Object.assign(user.attributes, attributesOf(UserAttributes));
        user.modified = seconds(directory.now());
        return { CodeDeliveryDetailsList: [] };
      },
    ),
    GlobalSignOut: operation(OwnToken, ({ AccessToken }) => {
      memberOf(AccessToken).user.sessions = [];
      return {};
    }),
    DeleteUser: operation(OwnToken, ({ AccessToken }) => {
      const { pool, user } = memberOf(AccessToken);
      delete pool.users[user.sub];
      return {};
    }),
    AssociateSoftwareToken: secondFactor('AssociateSoftwareToken', 'SoftwareTokenMFANotFoundException'),
    VerifySoftwareToken: secondFactor('VerifySoftwareToken', 'SoftwareTokenMFANotFoundException'),
    SetUserMFAPreference: secondFactor('SetUserMFAPreference', 'InvalidParameterException'),
    SignUp: operation(AnyClient, ({ ClientId }) => {
      if (selfSignUpAllowed(directory.client(ClientId).pool.settings)) throw notEmulated('SignUp');
      throw new ServiceError('NotAuthorizedException', 'SignUp is not permitted for this user pool');
    }),
    ForgotPassword: operation(AnyClient, ({ ClientId }) => {
      if (selfRecoveryAllowed(directory.client(ClientId).pool.settings)) throw notEmulated('ForgotPassword');
      throw new ServiceError('NotAuthorizedException', 'Contact administrator to reset password.');
    }),
  };
}

function notEmulated(name: string): ServiceError {
  return new ServiceError('UnknownOperationException', `${name} is not emulated in a pool that allows it`);
}

export type Cognito = Awaited<ReturnType<typeof startCognito>>;

interface Options {
  /** Users, sessions and the signing key are stored here; without it, in memory. */
  file?: string;
  port?: number;
  now?: () => number;
  region: string;
  /** Calls the function behind a trigger; a rejection reaches the client in Cognito's form. */
  invokeTrigger: InvokeTrigger;
  guard?: JsonGuard;
  limited?: () => boolean;
}

const readOnly = ['AdminGetUser', 'AdminListGroupsForUser', 'GetUser'];

const browserHeaders = [
  'content-type',
  'x-amz-target',
  'x-amz-user-agent',
  'cache-control',
  'authorization',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
].join(',');

/**
 * A user pool service for the operations that the product calls, SRP included.
 */
export async function startCognito(options: Options) {
  const { file, now = Date.now, region, invokeTrigger } = options;
  const directory = openDirectory(file, now);
  const tokenIssuer = openTokenIssuer(directory, region, invokeTrigger);
  const operations = Object.fromEntries(
    Object.entries({
      ...adminOperations(directory),
      ...signInOperations(directory, tokenIssuer),
      ...memberOperations(directory, tokenIssuer),
    }).map(([name, run]) => [name, readOnly.includes(name) ? run : thenSave(run, () => directory.save())]),
  );

  const count = callRates();
  const guard: JsonGuard = (call) => {
    options.guard?.(call);
    if (options.limited?.()) count(call.operation, performance.now());
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'x-amzn-errortype,x-amzn-requestid');
    if (request.method === 'OPTIONS') {
      const allowed = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': browserHeaders };
      response.writeHead(204, allowed).end();
    } else if (request.method === 'GET' && request.url?.endsWith('/.well-known/jwks.json')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokenIssuer.jwks));
    } else {
      await answerJson(operations, request, response, guard);
    }
  };

  const server = await listen(answer, options.port, options.now);
  return {
    ...server,
    issuer: (poolId: string) => issuerOf(region, poolId),
    jwks: (poolId: string) => {
      directory.pool(poolId);
      return tokenIssuer.jwks;
    },
    /** `properties` are those of AWS::Cognito::UserPool, resolved; users of an earlier run are found again. */
    ensurePool: ({ id, properties }: { id: string; properties: unknown }) =>
      directory.addPool(id, poolSettingsOf(properties)),
    /** `properties` are those of AWS::Cognito::UserPoolClient, resolved. */
    ensureClient: ({ id, poolId, properties }: { id: string; poolId: string; properties: unknown }) =>
      directory.addClient(id, poolId, clientSettingsOf(properties)),
    ensureGroup: ({ poolId, name }: { poolId: string; name: string }) => void directory.pool(poolId).groups.add(name),
    /** The claims of a valid access token; undefined when it is forged, expired or revoked. */
    verifyAccessToken: (token: string) => {
      try {
        return tokenIssuer.authenticate(token).claims;
      } catch (error) {
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
  };
}

/** Saved before the answer, also after a refusal: a wrong password counts even when the process then ends. */
function thenSave(run: Operation, save: () => void): Operation {
  return async (input) => {
    try {
      return await run(input);
    } finally {
      save();
    }
  };
}
