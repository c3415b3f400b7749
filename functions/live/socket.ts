import type {
  APIGatewayEventWebsocketRequestContextV2,
  APIGatewayProxyResultV2,
  APIGatewayProxyWebsocketEventV2WithRequestContext,
} from 'aws-lambda';
import * as z from 'zod/mini';
import type { Table } from '#functions/platform/table.ts';
import { connectionRepository } from './connections.ts';

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
