import * as z from 'zod/mini';
import type { ApiSpec, AuthorizerSpec } from '../assembly/apis.ts';
import { localAccount } from '../assembly/physical-ids.ts';
import type { Invoke } from './invoke.ts';
import { type ConnectEvent, type ContextOf, type Newcomer, Reply } from './socket-events.ts';

const Policy = z.object({
  principalId: z.string(),
  policyDocument: z.object({ Statement: z.array(z.object({ Effect: z.string() })) }),
  context: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

interface Options {
  api: ApiSpec;
  invoke: Invoke;
  region: string;
  contextOf: ContextOf;
}

/** Asks the authorizer and `$connect`: the accepted connection, or a refusal as HTTP status. */
export async function connect(
  newcomer: Newcomer,
  event: ConnectEvent,
  { api, invoke, region, contextOf }: Options,
): Promise<Newcomer | number> {
  const route = api.routes.find(({ key }) => key === '$connect');
  if (!route) return newcomer;
  const requestContext = contextOf(newcomer, '$connect', 'CONNECT');
  const verdict =
    route.authorizer && (await authorize(route.authorizer, { invoke, region, api }, { ...event, requestContext }));
  if (typeof verdict === 'number') return verdict;
  const accepted = { ...newcomer, authorizer: verdict };
  const outcome = await invoke(route.functionRef, {
    ...event,
    requestContext: contextOf(accepted, '$connect', 'CONNECT'),
  });
  const status = outcome.ok ? (z.safeParse(Reply, outcome.result).data?.statusCode ?? 200) : 502;
  return status < 200 || status > 299 ? status : accepted;
}

/** A refusal as HTTP status, or the authorizer's context, which the connection keeps. */
async function authorize(
  authorizer: AuthorizerSpec,
  { invoke, region, api }: { invoke: Invoke; region: string; api: ApiSpec },
  event: ConnectEvent & { requestContext: object },
): Promise<number | Record<string, unknown>> {
  if (!authorizer.IdentitySource.every((source) => isPresent(source, event))) return 401;
  const methodArn = `arn:aws:execute-api:${region}:${localAccount}:${api.id}/${api.stage}/$connect`;
  const outcome = await invoke(authorizer.AuthorizerUri ?? '', { type: 'REQUEST', methodArn, ...event });
  if (!outcome.ok) return outcome.error.errorMessage === 'Unauthorized' ? 401 : 500;
  const { data } = z.safeParse(Policy, outcome.result);
  if (!data) return 500;
  if (!data.policyDocument.Statement.every(({ Effect }) => Effect === 'Allow')) return 403;
  return { principalId: data.principalId, integrationLatency: 0, ...data.context };
}

function isPresent(source: string, { queryStringParameters, headers }: ConnectEvent): boolean {
  const [, place, name = ''] = /^route\.request\.(querystring|header)\.(.+)$/.exec(source) ?? [];
  return Boolean(place === 'querystring' ? queryStringParameters[name] : headers[name.toLowerCase()]);
}
