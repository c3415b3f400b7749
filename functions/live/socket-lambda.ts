import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyResultV2,
  APIGatewayProxyWebsocketEventV2WithRequestContext,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { authorizeSocket, type SocketContext, serveSocket } from './socket.ts';

const table = openTable(env('TABLE'));

type SocketEvent = APIGatewayProxyWebsocketEventV2WithRequestContext<SocketContext>;

/** One function for the whole socket: it authorizes by ticket, stores connections and answers pings. */
export const handler = background(
  (
    event: APIGatewayRequestAuthorizerEvent | SocketEvent,
  ): Promise<APIGatewayAuthorizerResult | APIGatewayProxyResultV2> =>
    'methodArn' in event ? authorizeSocket(event, table, Date.now()) : serveSocket(event, table, Date.now()),
);
