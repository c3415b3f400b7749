import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { roleOf } from '#shared/access.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { RouteSpec } from '#shared/route.ts';

/** The caller, read from the table at each request and never from the claims of a token. */
export interface Actor {
  readonly id: string;
  readonly profile: ProfileRecord;
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
  /** Whole seconds: when this session began. */
  readonly authTime: number;
}

/** What the authorizer of API Gateway has verified: signature, issuer, audience, expiry. All claims are strings. */
export interface Session {
  readonly sub: string;
  readonly authTime: number;
  readonly inAdminGroup: boolean;
}

/**
 * The session of the request. API Gateway's authorizer also lets ID tokens through, so kind and client are checked here;
 * the scope is not checked, because our tokens have none (rule 63). Throws SIGNED_OUT.
 */
export function sessionOf(event: APIGatewayProxyEventV2WithJWTAuthorizer): Session {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const clients = [env('CLIENT_ID'), env('SHORT_CLIENT_ID')];
  const isAccessToken = claims?.['token_use'] === 'access' && clients.includes(String(claims['client_id']));
  if (!isAccessToken || typeof claims['sub'] !== 'string') throw new Refusal('SIGNED_OUT');
  return {
    sub: claims['sub'],
    authTime: Number(claims['auth_time']),
    // HTTP APIs flatten arrays into "[a b]".
    inAdminGroup: String(claims['cognito:groups'] ?? '')
      .replaceAll(/[[\]]/g, '')
      .split(/[\s,]+/)
      .includes('admin'),
  };
}

/** The keys of the request check: one consistent read, two items for administrators. */
export const actorKeys = (session: Session) => [
  keys.profile(session.sub),
  ...(session.inAdminGroup ? [keys.administrator(session.sub)] : []),
];

/**
 * The caller, or the reason why there is none: SIGNED_OUT for an unknown member, SESSION_REVOKED for an ended session.
 */
export function actorOf(session: Session, profileItem: Item | undefined, adminItem: Item | undefined): Actor {
  if (!profileItem) throw new Refusal('SIGNED_OUT');
  const profile = parseProfile(profileItem);
  // Written so that a session time that is not a number is refused as well.
  if (profile.tokensValidAfter !== undefined && !(session.authTime >= profile.tokensValidAfter))
    throw new Refusal('SESSION_REVOKED');
  const isAdmin = session.inAdminGroup && adminItem?.['status'] === 'active';
  return {
    id: session.sub,
    profile,
    isAdmin,
    isRootAdmin: isAdmin && adminItem?.['rootAdmin'] === true,
    authTime: session.authTime,
  };
}

/** Checks what a row demands of the caller before any resource is loaded. */
export function requireRole({ access, whileLeaving }: Pick<RouteSpec, 'access' | 'whileLeaving'>, actor: Actor): void {
  const role = roleOf(access);
  if (role !== 'signedIn' && actor.profile.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');
  if (actor.profile.leavesOn !== undefined && !whileLeaving) throw new Refusal('PROFILE_LEAVING');
  if (role === 'signedIn') return;
  if (role !== 'member' && !actor.isAdmin) throw new Refusal('ADMIN_REQUIRED');
  if (role === 'rootAdmin' && !actor.isRootAdmin) throw new Refusal('ROOT_ADMIN_REQUIRED');
}
