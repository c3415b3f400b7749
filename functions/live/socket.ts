import type {
  APIGatewayAuthorizerResult,
  APIGatewayEventWebsocketRequestContextV2,
  APIGatewayProxyResultV2,
  APIGatewayProxyWebsocketEventV2WithRequestContext,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import * as z from 'zod/mini';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { isFromEdge } from '#functions/platform/http/request.ts';
import type { Table } from '#functions/platform/table.ts';
import { readToken, spendToken } from '#functions/platform/tokens.ts';
import { Refusal } from '#shared/refusal.ts';
import { connectionRepository } from './connections.ts';

/**
 * The check uses up the ticket. The answer is an IAM policy. Its context stays for the connection, so the connection
 * acts for the ticket's member, and a page cannot change that.
 */
export async function authorizeSocket(
  event: APIGatewayRequestAuthorizerEvent,
  table: Table,
  now: number,
): Promise<APIGatewayAuthorizerResult> {
  const headers = new Map(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const ticket = event.queryStringParameters?.['ticket'] ?? '';
  const isOurs =
    isFromEdge(headers.get('x-origin-secret')) && headers.get('origin') === (await siteUrl()) && ticket !== '';
  const holder = isOurs ? await consume(table, ticket, now) : undefined;
  if (!holder) return policy('Deny', 'nobody', event.methodArn);
  return { ...policy('Allow', holder.memberId, event.methodArn), context: holder };
}

/** The holder of a valid ticket, which it uses up; undefined for any other ticket. */
async function consume(table: Table, ticket: string, now: number) {
  try {
    const { memberId, authTime } = await readToken(table, ticket, 'socket', now);
    await table.transact([spendToken(table, ticket, now)]);
    return authTime === undefined ? undefined : { memberId, authTime };
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE') return undefined;
    throw error;
  }
}

const policy = (Effect: 'Allow' | 'Deny', principalId: string, Resource: string): APIGatewayAuthorizerResult => ({
  principalId,
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
});

export interface SocketContext extends APIGatewayEventWebsocketRequestContextV2 {
  readonly authorizer?: Readonly<Record<string, unknown>>;
}
type SocketEvent = APIGatewayProxyWebsocketEventV2WithRequestContext<SocketContext>;

/** Longest frame of a client, in characters. */
const maxFrameBytes = 4096;
const Ping = z.strictObject({ action: z.literal('ping') });
const Holder = z.object({ memberId: z.string(), authTime: z.coerce.number() });

/**
 * One event of an open, opening or closed socket. The answer to a ping tells whether the socket still receives events.
 * Anything else gets an error frame and has no effect.
 */
export async function serveSocket(event: SocketEvent, table: Table, now: number): Promise<APIGatewayProxyResultV2> {
  const { connectionId, routeKey, authorizer } = event.requestContext;
  const connections = connectionRepository(table);
  const answerTo = async (frame: string | undefined, id: string) => {
    if (!isPing(frame)) return 'error';
    return (await connections.isKnown(id)) ? 'pong' : 'stale';
  };
  switch (routeKey) {
    case '$connect': {
      const holder = Holder.safeParse(authorizer);
      if (!holder.success) return { statusCode: 403 };
      await connections.add({ id: connectionId, ...holder.data, connectedAt: new Date(now).toISOString() });
      return { statusCode: 200 };
    }
    case '$disconnect':
      await connections.forget(connectionId);
      return { statusCode: 200 };
    default:
      return { statusCode: 200, body: JSON.stringify({ type: await answerTo(event.body, connectionId) }) };
  }
}

function isPing(frame: string | undefined): boolean {
  if (!frame || Buffer.byteLength(frame) > maxFrameBytes) return false;
  try {
    return Ping.safeParse(JSON.parse(frame)).success;
  } catch {
    return false;
  }
}
