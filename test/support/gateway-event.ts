import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { type RouteSpec, routeKey } from '#shared/route.ts';

/**
 * Values that functions compare requests with: the edge's secret, the two clients of the user pool, and the secret of
 * links without a session.
 */
export const gatewaySettings = {
  ORIGIN_SECRET: 'edge',
  CLIENT_ID: 'web',
  SHORT_CLIENT_ID: 'web-short',
  DERIVED_SECRET: 'derived',
};

/** Claims of an access token as API Gateway passes them: all of them strings. */
export type Claims = Readonly<Record<string, string>>;

/** Claims of a session that began at `authTime`, in seconds. */
export const claimsFor = (memberId: string, authTime: number, change: Partial<Claims> = {}): Claims => ({
  sub: memberId,
  token_use: 'access',
  client_id: 'web',
  auth_time: String(authTime),
  ...change,
});

interface Sent {
  /** Absent for a visitor. */
  readonly claims?: Claims | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** A request of the row as API Gateway passes it to its function, through the edge. */
export function gatewayEvent(
  spec: Pick<RouteSpec, 'method' | 'path'>,
  { claims, params, query, headers, body }: Sent = {},
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const event = {
    version: '2.0',
    routeKey: routeKey(spec),
    rawPath: `/api${spec.path}`,
    rawQueryString: '',
    isBase64Encoded: false,
    headers: {
      'x-origin-secret': gatewaySettings.ORIGIN_SECRET,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(params ? { pathParameters: params } : {}),
    ...(query ? { queryStringParameters: query } : {}),
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    requestContext: claims ? { authorizer: { jwt: { claims, scopes: [] } } } : {},
  };
  // Functions read nothing else of the event.
  return event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
}
