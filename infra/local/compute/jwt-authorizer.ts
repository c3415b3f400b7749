import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import * as z from 'zod/mini';

/** Head, body and signature of a signed JWT; undefined when it is not exactly three parts of base64url. */
export function jwtParts(token: string): readonly [head: string, body: string, signature: string] | undefined {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  return head && body && signature ? [head, body, signature] : undefined;
}

export interface Jwks {
  readonly keys: readonly (JsonWebKey & { readonly kid?: string })[];
}

/** `status` is the one the gateway answers: 401 for the token itself, 403 when it lacks the scope. */
export type TokenVerdict =
  | { readonly allowed: true; readonly claims: Readonly<Record<string, string>> }
  | { readonly allowed: false; readonly status: 401 | 403 };

const Header = z.object({ alg: z.literal('RS256'), kid: z.string() });
const Claims = z.looseObject({
  iss: z.string(),
  exp: z.number(),
  nbf: z.optional(z.number()),
  iat: z.optional(z.number()),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  client_id: z.optional(z.string()),
  scope: z.optional(z.string()),
  scp: z.optional(z.union([z.string(), z.array(z.string())])),
});

const unauthorized: TokenVerdict = { allowed: false, status: 401 };

/**
 * The JWT authorizer of an HTTP API: signature, issuer, audience (`aud` of an ID token, `client_id` of an access
 * token), times, and scopes if a route needs them. Claims reach the function as text, a list as `[a b]`. Not by
 * `aws-jwt-verify`, which only uses the machine's clock (ours can be moved) and refuses an `iat` in the future. It also
 * lacks the gateway's rule that `aud` comes before `client_id`. Tests verify the pool's tokens with it.
 */
export async function authorizeJwt(options: {
  authorization: string | undefined;
  issuer: string;
  audience: readonly string[];
  scopes: readonly string[];
  jwks: (issuer: string) => Promise<Jwks>;
  now: number;
}): Promise<TokenVerdict> {
  const parts = jwtParts((options.authorization ?? '').replace(/^Bearer\s+/i, ''));
  if (!parts) return unauthorized;
  const [head, body, signature] = parts;
  const header = z.safeParse(Header, decode(head));
  const parsed = z.safeParse(Claims, decode(body));
  if (!header.success || !parsed.success) return unauthorized;
  const claims = parsed.data;
  if (claims.iss !== options.issuer) return unauthorized;

  const { keys } = await options.jwks(options.issuer);
  const key = keys.find(({ kid }) => kid === header.data.kid);
  if (!key || !signedBy(key, `${head}.${body}`, signature)) return unauthorized;

  const seconds = options.now / 1000;
  if (claims.exp <= seconds || (claims.nbf ?? 0) > seconds || (claims.iat ?? 0) > seconds) return unauthorized;
  const audiences = [claims.aud ?? claims.client_id ?? []].flat();
  if (!audiences.some((one) => options.audience.includes(one))) return unauthorized;

  const granted = [claims.scope ?? claims.scp ?? []].flat().flatMap((scopes) => scopes.split(' '));
  if (options.scopes.length > 0 && !options.scopes.some((scope) => granted.includes(scope))) {
    return { allowed: false, status: 403 };
  }
  return {
    allowed: true,
    claims: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asText(value)])),
  };
}

function signedBy(key: JsonWebKey, content: string, signature: string): boolean {
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify('RSA-SHA256', Buffer.from(content), publicKey, Buffer.from(signature, 'base64url'));
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(' ')}]`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
