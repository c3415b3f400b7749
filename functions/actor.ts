import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { roleOf } from '#shared/access.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { RouteSpec } from '#shared/route.ts';

/** The caller, read from the table at each request, never from the claims of a token. */
export interface Actor {
  readonly id: string;
  readonly profile: ProfileRecord;
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
  /** When this session began, in whole seconds. */
  readonly authTime: number;
  /** The id of this session, the same in all of its tokens. Absent in tokens without it. */
  readonly originJti?: string | undefined;
  /** The end (milliseconds) of this administrator session's verification by the second factor; absent without one. */
  readonly provenUntil?: number | undefined;
}

/** The claims that API Gateway's authorizer has verified: signature, issuer, audience, expiry. All are strings. */
export interface CallerSession {
  readonly sub: string;
  readonly authTime: number;
  readonly inAdminGroup: boolean;
  readonly originJti?: string | undefined;
}

/**
 * The session of the request. API Gateway's authorizer also accepts ID tokens, so kind and client are checked here. The
 * scope is not checked, because our tokens have none (rule 63). Throws SIGNED_OUT.
 */
export function sessionOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): CallerSession {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const clients = [env('CLIENT_ID'), env('SHORT_CLIENT_ID')];
  const isAccessToken = claims?.['token_use'] === 'access' && clients.includes(String(claims['client_id']));
  if (!isAccessToken || typeof claims['sub'] !== 'string') throw new Refusal('SIGNED_OUT');
  const { sub, member = sub } = claims;
  return {
    sub: String(member),
    authTime: Number(claims['auth_time']),
    originJti: typeof claims['origin_jti'] === 'string' ? claims['origin_jti'] : undefined,
    // HTTP APIs flatten arrays into "[a b]".
    inAdminGroup: String(claims['cognito:groups'] ?? '')
      .replaceAll(/[[\]]/g, '')
      .split(/[\s,]+/)
      .includes('admin'),
  };
}

/** The keys for the check of the caller: one consistent read, up to three items for administrators. */
export const actorKeys = ({ sub, inAdminGroup, originJti }: CallerSession) => [
  keys.profile(sub),
  ...(inAdminGroup ? [keys.administrator(sub)] : []),
  ...(inAdminGroup && originJti ? [keys.provenSession(sub, originJti)] : []),
];

/**
 * The caller, from the items of `actorKeys`, or a refusal: SIGNED_OUT for an unknown member, SESSION_REVOKED for an
 * ended session. `now` in milliseconds.
 */
export function actorOf(session: CallerSession, items: readonly (Item | undefined)[], now: number): Actor {
  const [profileItem, adminItem, provenItem] = session.inAdminGroup ? items : items.slice(0, 1);
  if (!profileItem) throw new Refusal('SIGNED_OUT');
  const profile = parseProfile(profileItem);
  // Written so that it also refuses a session time that is not a number.
  if (profile.tokensValidAfter !== undefined && !(session.authTime >= profile.tokensValidAfter))
    throw new Refusal('SESSION_REVOKED');
  const isAdmin = session.inAdminGroup && adminItem?.['status'] === 'active';
  const until = session.originJti ? Number(provenItem?.['until'] ?? 0) : 0;
  return {
    id: session.sub,
    profile,
    isAdmin,
    isRootAdmin: isAdmin && adminItem?.['rootAdmin'] === true,
    authTime: session.authTime,
    originJti: session.originJti,
    provenUntil: until > now ? until : undefined,
  };
}

export function requireRole({ access, whileLeaving }: Pick<RouteSpec, 'access' | 'whileLeaving'>, actor: Actor): void {
  const role = roleOf(access);
  if (role !== 'signedIn' && actor.profile.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');
  if (actor.profile.leavesOn !== undefined && !whileLeaving) throw new Refusal('PROFILE_LEAVING');
  if (role === 'signedIn' || role === 'member') return;
  if (!actor.isAdmin) throw new Refusal('ADMIN_REQUIRED');
  if (role === 'unprovenAdmin') return;
  if (actor.provenUntil === undefined) throw new Refusal('SECOND_FACTOR');
  if (role === 'rootAdmin' && !actor.isRootAdmin) throw new Refusal('ROOT_ADMIN_REQUIRED');
}
