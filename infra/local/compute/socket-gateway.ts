import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import type { ApiSpec, AuthorizerSpec } from '#infra/local/assembly/apis.ts';
import { localAccount } from '#infra/local/assembly/physical-ids.ts';
import type { Clock } from '#infra/local/clock.ts';
import { listen, type RunningServer, readBody } from '../emulators/http-server.ts';
import { accessKeyIn } from '../iam/keys.ts';
import { gatewayTime } from './http-api.ts';
import type { Invoke } from './invoke.ts';
import { throttle } from './throttle.ts';

interface Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  readonly connectedAt: number;
  lastActiveAt: number;
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}

type Newcomer = Omit<Connection, 'socket'>;

type ConnectEvent = ReturnType<typeof connectEvent>;

type ContextOf = (connection: Newcomer, routeKey: string, eventType: string, more?: object) => object;

const Reply = z.object({ statusCode: z._default(z.number(), 200), body: z.optional(z.string()) });

const shortId = () => randomBytes(11).toString('base64url');

const newcomerOf = (request: IncomingMessage, headers: Readonly<Record<string, string>>): Newcomer => ({
  id: `${shortId()}=`,
  sourceIp: request.socket.remoteAddress ?? '',
  userAgent: headers['user-agent'] ?? '',
  host: headers['host'] ?? '',
  connectedAt: Date.now(),
  lastActiveAt: Date.now(),
  authorizer: undefined,
});

const connectEvent = (headers: Readonly<Record<string, string>>, query: URLSearchParams) => ({
  headers,
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  queryStringParameters: Object.fromEntries(query) as Record<string, string>,
  multiValueQueryStringParameters: Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])),
  stageVariables: {},
  isBase64Encoded: false,
});

/** The `requestContext` of an event of the API; `now` is the time of the product's clock. */
const requestContextOf = (
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

const Policy = z.object({
  principalId: z.string(),
  policyDocument: z.object({ Statement: z.array(z.object({ Effect: z.string() })) }),
  context: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

interface Asking {
  api: ApiSpec;
  invoke: Invoke;
  region: string;
  contextOf: ContextOf;
}

async function connect(
  newcomer: Newcomer,
  event: ConnectEvent,
  { api, invoke, region, contextOf }: Asking,
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

/** Limits of a WebSocket API: a message of 128 kB, 10 minutes without traffic, 2 hours in all. */
const messageLimit = 128 * 1024;
const idleMs = 600_000;
const lifeMs = 7_200_000;

export type SocketGateway = ReturnType<typeof socketGateway>;

interface Options {
  invoke: Invoke;
  clock: Clock;
  region: string;
  limited: () => boolean;
  /** The delay between the answer of `$connect` and the open socket, in which `@connections` does not find it. */
  handshake: () => Promise<unknown>;
}

/**
 * The WebSocket API of the assembly. `$connect` is behind a Lambda authorizer (401 without its ticket, 403 for a
 * refusal). Messages go to the route they name or to `$default`, and `$disconnect` comes at the end. The stage's
 * throttle counts new sockets and messages. Beyond it a socket gets 429, a message an error.
 */
export function socketGateway(api: ApiSpec, options: Options) {
  const { invoke, clock, region } = options;
  const bucket = api.throttle && throttle(api.throttle);
  const admits = () => !bucket || !options.limited() || bucket(performance.now());
  const routes = new Map(api.routes.map((route) => [route.key, route]));
  const connections = new Map<string, Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: messageLimit });

  const contextOf: ContextOf = (connection, key, type, more) =>
    requestContextOf({ api, now: clock.now(), connection }, key, type, more);

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
    const event = connectEvent(headers, searchParams);
    const accepted = await connect(newcomerOf(request, headers), event, { api, invoke, region, contextOf });
    if (typeof accepted === 'number') return refuseUpgrade(socket, accepted);
    await options.handshake();
    server.handleUpgrade(request, socket, head, (opened) => {
      const connection: Connection = { ...accepted, socket: opened };
      connections.set(connection.id, connection);
      opened.on('message', (data: Buffer) => void receive(connection, data.toString()));
      opened.on('close', (code, reason) => leave(connection, code, reason.toString()));
      opened.on('error', () => opened.terminate());
    });
  };

  const watch = setInterval(() => closeExpired(connections), 10_000).unref();

  return {
    connections,
    /** Takes over one HTTP upgrade. `headers` are those that CloudFront would pass on. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, headers: Record<string, string>) =>
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

function closeExpired(connections: ReadonlyMap<string, Connection>): void {
  const now = Date.now();
  for (const { socket, lastActiveAt, connectedAt } of connections.values())
    if (now - lastActiveAt > idleMs || now - connectedAt > lifeMs) socket.close(1001, 'Going away');
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

const connectionPath = /^\/[^/]+\/@connections\/([^/]+)$/;

/**
 * The `@connections` address of a WebSocket API: POST sends to a connection, GET describes it, DELETE closes it.
 * A closed connection answers 410 `GoneException`, as the dispatcher must expect. `refusalOf` gives the text for a call
 * that its caller may not make.
 */
export function startSocketManagement(
  gateway: () => SocketGateway | undefined,
  refusalOf: (accessKeyId: string | undefined, method: string, path: string) => string | undefined = () => undefined,
): Promise<RunningServer> {
  return listen(async (request: IncomingMessage, response: ServerResponse) => {
    const refuse = (status: number, error: string, message: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error })
        .end(JSON.stringify({ message }));

    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const [, id] = connectionPath.exec(path) ?? [];
    if (!id || !request.headers.authorization) {
      refuse(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
      return;
    }
    const refusal = refusalOf(accessKeyIn(request.headers.authorization), request.method ?? '', path);
    if (refusal) {
      refuse(403, 'AccessDeniedException', refusal);
      return;
    }
    const body = await readBody(request);
    const connection = gateway()?.connections.get(id);
    if (!connection) {
      refuse(410, 'GoneException', 'The connection is gone.');
    } else if (request.method === 'POST' && body.length > messageLimit) {
      refuse(413, 'PayloadTooLargeException', 'Message too long');
    } else if (request.method === 'POST') {
      connection.lastActiveAt = Date.now();
      connection.socket.send(body.toString());
      response.writeHead(200).end();
    } else if (request.method === 'GET') {
      const content = {
        connectedAt: new Date(connection.connectedAt).toISOString(),
        lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    } else if (request.method === 'DELETE') {
      connection.socket.close(1000);
      response.writeHead(204).end();
    } else {
      refuse(405, 'MethodNotAllowedException', 'Method Not Allowed');
    }
  });
}
