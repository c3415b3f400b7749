import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { ApiSpec } from '../assembly/apis.ts';
import { gatewayTime } from './http-api.ts';

export interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  readonly connectedAt: number;
  lastActiveAt: number;
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}

export type Newcomer = Omit<Connection, 'socket'>;

export type ConnectEvent = ReturnType<typeof connectEvent>;

export type ContextOf = (connection: Newcomer, routeKey: string, eventType: string, more?: object) => object;

export const Reply = z.object({ statusCode: z._default(z.number(), 200), body: z.optional(z.string()) });

export const shortId = () => randomBytes(11).toString('base64url');

export const newcomerOf = (request: IncomingMessage, headers: Readonly<Record<string, string>>): Newcomer => ({
  id: `${shortId()}=`,
  sourceIp: request.socket.remoteAddress ?? '',
  userAgent: headers['user-agent'] ?? '',
  host: headers['host'] ?? '',
  connectedAt: Date.now(),
  lastActiveAt: Date.now(),
  authorizer: undefined,
});

export const connectEvent = (headers: Readonly<Record<string, string>>, query: URLSearchParams) => ({
  headers,
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  queryStringParameters: Object.fromEntries(query) as Record<string, string>,
  multiValueQueryStringParameters: Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])),
  stageVariables: {},
  isBase64Encoded: false,
});

/** The `requestContext` of an event of the API; `now` is the time of the product's clock. */
export const requestContextOf = (
  { api, now, connection }: { api: ApiSpec; now: number; connection: Newcomer },
  routeKey: string,
  eventType: string,
  more: object = {},
) => ({
  routeKey,
  eventType,
  messageDirection: 'IN',
  stage: api.stage,
  apiId: api.id,
  domainName: connection.host,
  connectionId: connection.id,
  connectedAt: connection.connectedAt,
  requestId: shortId(),
  extendedRequestId: shortId(),
  requestTime: gatewayTime(now),
  requestTimeEpoch: now,
  identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
  ...(connection.authorizer && { authorizer: connection.authorizer }),
  ...more,
});
