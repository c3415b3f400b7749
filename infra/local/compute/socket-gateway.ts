import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { ApiSpec, AuthorizerSpec } from '../assembly/apis.ts';
import { localAccount } from '../assembly/physical-ids.ts';
import type { Clock } from '../clock.ts';
import { gatewayTime } from './gateway-time.ts';
import type { Invoke } from './invoke.ts';
import { throttle } from './throttle.ts';

/** Limits of a WebSocket API: a message of 128 kB, 10 minutes without traffic, 2 hours in all. */
export const messageLimit = 128 * 1024;
const idleMs = 600_000;
const lifeMs = 7_200_000;

interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  /** Real milliseconds since 1970. */
  readonly connectedAt: number;
  lastActiveAt: number;
  /** The authorizer's context, kept for the connection. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}

export interface SocketGateway {
  readonly connections: ReadonlyMap<string, Connection>;
  /** Takes over one HTTP upgrade. `headers` are those that CloudFront would pass on. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, headers: Record<string, string>): Promise<void>;
  close(): void;
}

const Policy = z.object({
  principalId: z.string(),
  policyDocument: z.object({ Statement: z.array(z.object({ Effect: z.string() })) }),
  context: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
const Reply = z.object({ statusCode: z._default(z.number(), 200), body: z.optional(z.string()) });

const shortId = () => randomBytes(11).toString('base64url');

interface Options {
  invoke: Invoke;
  clock: Clock;
  region: string;
  /** Whether the stage's throttle is in force. */
  limited: () => boolean;
  /** The delay between the answer of `$connect` and the open socket, in which `@connections` does not find it. */
  handshake: () => Promise<unknown>;
}

/**
 * The WebSocket API of the assembly. `$connect` is behind a Lambda authorizer (401 without its ticket, 403 for a
 * refusal). Messages go to the route they name or to `$default`, and `$disconnect` comes at the end. The stage's
 * throttle counts new sockets and messages. Beyond it a socket gets 429, a message an error.
 */
export function socketGateway(api: ApiSpec, options: Options): SocketGateway {
  const { invoke, clock, region } = options;
  const bucket = api.throttle && throttle(api.throttle);
  const admits = () => !bucket || !options.limited() || bucket(performance.now());
  const routes = new Map(api.routes.map((route) => [route.key, route]));
  const connections = new Map<string, Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: messageLimit });

  const contextOf = (
    connection: Omit<Connection, 'socket'>,
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
    requestTime: gatewayTime(clock.now()),
    requestTimeEpoch: clock.now(),
    identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
    ...(connection.authorizer && { authorizer: connection.authorizer }),
    ...more,
  });

  /** The authorizer's answer: a refusal as HTTP status, or the context of the connection. */
  const authorize = async (authorizer: AuthorizerSpec, event: object, sources: Sources): Promise<number | Attached> => {
    if (!authorizer.IdentitySource.every((source) => isPresent(source, sources))) return 401;
    const methodArn = `arn:aws:execute-api:${region}:${localAccount}:${api.id}/${api.stage}/$connect`;
    const outcome = await invoke(authorizer.AuthorizerUri ?? '', { type: 'REQUEST', methodArn, ...event });
    if (!outcome.ok) return outcome.error.errorMessage === 'Unauthorized' ? 401 : 500;
    const { data } = z.safeParse(Policy, outcome.result);
    if (!data) return 500;
    if (!data.policyDocument.Statement.every(({ Effect }) => Effect === 'Allow')) return 403;
    return { principalId: data.principalId, integrationLatency: 0, ...data.context };
  };

  const receive = async (connection: Connection, body: string) => {
    connection.lastActiveAt = Date.now();
    const route = routes.get(routeKeyOf(body, api.routeField)) ?? routes.get('$default');
    const refuse = (message: string) =>
      connection.socket.send(JSON.stringify({ message, connectionId: connection.id, requestId: shortId() }));
    if (!admits()) return refuse('Too Many Requests');
    if (!route) return refuse('Forbidden');
    const requestContext = contextOf(connection, route.key, 'MESSAGE', { messageId: shortId() });
    const outcome = await invoke(route.functionRef, { requestContext, body, isBase64Encoded: false });
    if (!outcome.ok) return refuse('Internal server error');
    const { data } = z.safeParse(Reply, outcome.result);
    if (route.answers && data?.body) connection.socket.send(data.body);
  };

  const leave = (connection: Connection, code: number, reason: string) => {
    connections.delete(connection.id);
    const route = routes.get('$disconnect');
    if (!route) return;
    const requestContext = contextOf(connection, '$disconnect', 'DISCONNECT', {
      disconnectStatusCode: code,
      disconnectReason: reason,
    });
    void invoke(route.functionRef, { headers: {}, multiValueHeaders: {}, requestContext, isBase64Encoded: false });
  };

  const admit = async (request: IncomingMessage, socket: Duplex, head: Buffer, headers: Record<string, string>) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== `/${api.stage}`) return refuseUpgrade(socket, 403);
    if (!admits()) return refuseUpgrade(socket, 429);
    const query = Object.fromEntries(searchParams);
    const newcomer = {
      id: `${randomBytes(11).toString('base64url')}=`,
      sourceIp: request.socket.remoteAddress ?? '',
      userAgent: headers['user-agent'] ?? '',
      host: headers['host'] ?? '',
      connectedAt: Date.now(),
      lastActiveAt: Date.now(),
      authorizer: undefined,
    };
    const event = {
      headers,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      queryStringParameters: query,
      multiValueQueryStringParameters: Object.fromEntries(
        [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
      ),
      stageVariables: {},
      isBase64Encoded: false,
    };
    const connect = routes.get('$connect');
    const requestContext = contextOf(newcomer, '$connect', 'CONNECT');
    const verdict =
      connect?.authorizer && (await authorize(connect.authorizer, { ...event, requestContext }, { query, headers }));
    if (typeof verdict === 'number') return refuseUpgrade(socket, verdict);
    const accepted = { ...newcomer, authorizer: verdict };

    if (connect) {
      const outcome = await invoke(connect.functionRef, {
        ...event,
        requestContext: contextOf(accepted, '$connect', 'CONNECT'),
      });
      const status = outcome.ok ? (z.safeParse(Reply, outcome.result).data?.statusCode ?? 200) : 502;
      if (status < 200 || status > 299) return refuseUpgrade(socket, status);
    }
    await options.handshake();
    server.handleUpgrade(request, socket, head, (opened) => {
      const connection: Connection = { ...accepted, socket: opened };
      connections.set(connection.id, connection);
      opened.on('message', (data: Buffer) => void receive(connection, data.toString()));
      opened.on('close', (code, reason) => leave(connection, code, reason.toString()));
      opened.on('error', () => opened.terminate());
    });
  };

  const watch = setInterval(() => {
    for (const { socket, lastActiveAt, connectedAt } of connections.values()) {
      const now = Date.now();
      if (now - lastActiveAt > idleMs || now - connectedAt > lifeMs) socket.close(1001, 'Going away');
    }
  }, 10_000).unref();

  return {
    connections,
    upgrade: (request, socket, head, headers) =>
      admit(request, socket, head, headers).catch((error: unknown) => {
        console.error('A socket could not be opened.', error);
        refuseUpgrade(socket, 500);
      }),
    close() {
      clearInterval(watch);
      for (const { socket } of connections.values()) socket.terminate();
      server.close();
    },
  };
}

type Attached = Record<string, unknown>;
interface Sources {
  query: Record<string, string>;
  headers: Record<string, string>;
}

function isPresent(source: string, { query, headers }: Sources): boolean {
  const [, place, name = ''] = /^route\.request\.(querystring|header)\.(.+)$/.exec(source) ?? [];
  return Boolean(place === 'querystring' ? query[name] : headers[name.toLowerCase()]);
}

function routeKeyOf(body: string, field: string): string {
  try {
    const { data } = z.safeParse(z.record(z.string(), z.unknown()), JSON.parse(body));
    const key = data?.[field];
    return typeof key === 'string' && !key.startsWith('$') ? key : '$default';
  } catch {
    return '$default';
  }
}

const refusals: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  502: 'Bad Gateway',
};

function refuseUpgrade(socket: Duplex, status: number): void {
  const text = refusals[status] ?? 'Internal Server Error';
  const body = JSON.stringify({ message: text });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
