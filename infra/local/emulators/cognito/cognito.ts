import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../http-server.ts';
import { answerJson, type JsonGuard, type Operation, ServiceError } from '../json-protocol.ts';
import { adminOperations } from './admin.ts';
import { openDirectory } from './directory.ts';
import { memberOperations } from './member.ts';
import { callRates } from './rates.ts';
import { clientSettingsOf, poolSettingsOf } from './settings.ts';
import { signInOperations } from './sign-in.ts';
import { type AccessClaims, issuerOf, openTokenIssuer, type TokenIssuer } from './tokens.ts';
import type { InvokeTrigger } from './trigger.ts';

export interface Cognito {
  endpoint: string;
  issuer(poolId: string): string;
  jwks(poolId: string): TokenIssuer['jwks'];
  /** `properties` are those of AWS::Cognito::UserPool, resolved; users of an earlier run are found again. */
  ensurePool(pool: { id: string; properties: unknown }): void;
  /** `properties` are those of AWS::Cognito::UserPoolClient, resolved. */
  ensureClient(client: { id: string; poolId: string; properties: unknown }): void;
  ensureGroup(group: { poolId: string; name: string }): void;
  /** The claims of a valid access token; undefined when it is forged, expired or revoked. */
  verifyAccessToken(token: string): AccessClaims | undefined;
  close(): Promise<void>;
}

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
export async function startCognito(options: Options): Promise<Cognito> {
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
    issuer: (poolId) => issuerOf(region, poolId),
    jwks: (poolId) => {
      directory.pool(poolId);
      return tokenIssuer.jwks;
    },
    ensurePool: ({ id, properties }) => directory.addPool(id, poolSettingsOf(properties)),
    ensureClient: ({ id, poolId, properties }) => directory.addClient(id, poolId, clientSettingsOf(properties)),
    ensureGroup: ({ poolId, name }) => void directory.pool(poolId).groups.add(name),
    verifyAccessToken: (token) => {
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
