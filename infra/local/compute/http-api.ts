import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { ApiSpec } from '#infra/local/assembly/apis.ts';
import { localAccount } from '#infra/local/assembly/physical-ids.ts';
import type { Clock } from '#infra/local/clock.ts';
import { type Invoke, timedOut } from './invoke.ts';
import { authorizeJwt, type Jwks } from './jwt-authorizer.ts';
import { type Throttle, throttle } from './throttle.ts';

/** A part of an address, percent-decoded; a malformed one is unchanged. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The time of a request as API Gateway writes it: `09/Apr/2026:12:34:56 +0000`. */
export function gatewayTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  const day = String(at.getUTCDate()).padStart(2, '0');
  return `${day}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`;
}

interface Match<R> {
  readonly route: R;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Segment {
  readonly kind: 'fixed' | 'parameter' | 'rest';
  readonly name: string;
}

const rank = { fixed: 2, parameter: 1, rest: 0 } as const;

/**
 * Chooses among route keys as API Gateway does. The most specific one wins, compared from left to right (a fixed
 * segment before `{name}` before `{name+}`), then a named method before `ANY`; `$default` takes the rest. The path
 * comes without the stage.
 */
export function router<R extends { readonly key: string }>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | undefined {
  const fallback = routes.find(({ key }) => key === '$default');
  const table = routes
    .filter((route) => route !== fallback)
    .map((route) => {
      const [method = '', path = ''] = route.key.split(' ');
      return { route, method, segments: segmentsOf(path) };
    })
    .toSorted((a, b) => compare(a.segments, b.segments) || Number(a.method === 'ANY') - Number(b.method === 'ANY'));

  return (method, path) => {
    const parts = path.split('/').slice(1);
    for (const row of table) {
      if (row.method !== method && row.method !== 'ANY') continue;
      const parameters = parametersOf(row.segments, parts);
      if (parameters) return { route: row.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

function segmentsOf(path: string): Segment[] {
  return path
    .split('/')
    .slice(1)
    .map((text) => {
      const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(text) ?? [];
      if (!name) return { kind: 'fixed', name: text };
      return { kind: plus ? 'rest' : 'parameter', name };
    });
}

function compare(a: readonly Segment[], b: readonly Segment[]): number {
  for (const [at, segment] of a.entries()) {
    const other = b[at];
    if (!other) return -1;
    if (segment.kind !== other.kind) return rank[other.kind] - rank[segment.kind];
  }
  return b.length > a.length ? 1 : 0;
}

function parametersOf(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [at, { kind, name }] of segments.entries()) {
    const part = parts[at];
    if (!part) return undefined;
    if (kind === 'rest') return { ...parameters, [name]: parts.slice(at).map(decodePart).join('/') };
    if (kind === 'fixed' && part !== name) return undefined;
    if (kind === 'parameter') parameters[name] = decodePart(part);
  }
  return parts.length === segments.length ? parameters : undefined;
}

/** A request as CloudFront passes it on; header names in lower case, `path` with the stage. */
export interface OriginRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sourceIp: string;
}

export interface OriginResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** API Gateway's own answers: without code and French text, and they cannot be changed. */
const ownAnswers = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

const bodyLimit = 10 * 1024 * 1024;
const headersLimit = 10_240;
const answerLimit = 6 * 1024 * 1024;

const Answer = z.looseObject({
  statusCode: z.number(),
  headers: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  cookies: z.optional(z.array(z.string())),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
});

/**
 * The HTTP API of the assembly: its routes and authorizers, payload format 2.0 towards the functions, and API Gateway's
 * bare bodies without a function. `limited` enables the stage's throttle.
 */
export function httpApi(
  api: ApiSpec,
  options: { invoke: Invoke; jwks: (issuer: string) => Promise<Jwks>; clock: Clock; limited: () => boolean },
): (request: OriginRequest) => Promise<OriginResponse> {
  const match = router(api.routes);
  const admits: Throttle = api.throttle ? throttle(api.throttle) : () => true;

  return async (request) => {
    const requestId = `${randomBytes(11).toString('base64url')}=`;
    const own = (status: keyof typeof ownAnswers, headers = {}): OriginResponse => ({
      status,
      headers: { 'content-type': 'application/json', 'apigw-requestid': requestId, ...headers },
      body: Buffer.from(JSON.stringify({ message: ownAnswers[status] })),
    });

    if (headerBytes(request) > headersLimit) return own(431);
    if (request.body.length > bodyLimit) return own(413);
    const stage = `/${api.stage}`;
    const found = request.path.startsWith(`${stage}/`) && match(request.method, request.path.slice(stage.length));
    if (!found) return own(404);
    if (options.limited() && !admits(performance.now())) return own(429);

    const { route, parameters } = found;
    const jwt = route.authorizer?.JwtConfiguration;
    const verdict =
      jwt &&
      (await authorizeJwt({
        authorization: request.headers['authorization'],
        issuer: jwt.Issuer,
        audience: jwt.Audience,
        scopes: route.scopes,
        jwks: options.jwks,
        now: options.clock.now(),
      }));
    if (verdict && !verdict.allowed) return own(verdict.status, { 'www-authenticate': 'Bearer' });

    const event = {
      ...eventOf(api, route.key, request, requestId, options.clock.now()),
      ...(Object.keys(parameters).length > 0 && { pathParameters: { ...parameters } }),
    };
    const authorizer = verdict && {
      jwt: { claims: verdict.claims, scopes: route.scopes.length > 0 ? route.scopes : null },
    };
    const outcome = await options.invoke(route.functionRef, {
      ...event,
      requestContext: { ...event.requestContext, ...(authorizer && { authorizer }) },
    });
    if (!outcome.ok) return timedOut(outcome) ? own(503) : own(500);
    return answerOf(outcome.result, requestId) ?? own(500);
  };
}

const headerBytes = ({ method, path, query, headers }: OriginRequest): number =>
  Object.values(headers).reduce(
    (sum, value) => sum + Buffer.byteLength(value),
    Buffer.byteLength(`${method} ${path}${query && `?${query}`} HTTP/1.1`),
  );

function eventOf(
  api: ApiSpec,
  routeKey: string,
  { method, path, query, headers, body, sourceIp }: OriginRequest,
  requestId: string,
  now: number,
): APIGatewayProxyEventV2 {
  const { cookie, ...rest } = headers;
  const isText = /^(text\/|application\/([\w.-]+\+)?(json|xml)|application\/(javascript|x-www-form-urlencoded))/.test(
    headers['content-type'] ?? 'text/',
  );
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value;
  }
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers: { ...rest, 'content-length': String(body.length) },
    ...(query && { queryStringParameters: parameters }),
    requestContext: {
      accountId: localAccount,
      apiId: api.id,
      domainName: headers['host'] ?? '',
      domainPrefix: api.id,
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId,
      routeKey,
      stage: api.stage,
      time: gatewayTime(now),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: isText ? body.toString() : body.toString('base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** A result without `statusCode` is a JSON body; `undefined` when API Gateway could not use the result. */
function answerOf(result: unknown, requestId: string): OriginResponse | undefined {
  const base = { 'apigw-requestid': requestId };
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    return { status: 200, headers: { ...base, 'content-type': 'application/json' }, body: Buffer.from(text) };
  }
  const { data } = z.safeParse(Answer, result);
  if (!data) return undefined;
  const body = Buffer.from(data.body ?? '', data.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > answerLimit) return undefined;
  const headers: Record<string, string | string[]> = { 'content-type': 'text/plain;charset=utf-8', ...base };
  for (const [name, value] of Object.entries(data.headers ?? {})) headers[name.toLowerCase()] = String(value);
  if (data.cookies?.length) headers['set-cookie'] = data.cookies;
  return { status: data.statusCode, headers, body };
}
