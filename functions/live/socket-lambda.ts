import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyResultV2,
  APIGatewayProxyWebsocketEventV2WithRequestContext,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { authorizeSocket } from './authorizer.ts';
import { type SocketContext, serveSocket } from './socket.ts';

const table = openTable(env('TABLE'));

type SocketEvent = APIGatewayProxyWebsocketEventV2WithRequestContext<SocketContext>;

export const handler = (
  event: APIGatewayRequestAuthorizerEvent | SocketEvent,
): Promise<APIGatewayAuthorizerResult | APIGatewayProxyResultV2> =>
  'methodArn' in event ? authorizeSocket(event, table, Date.now()) : serveSocket(event, table, Date.now());
