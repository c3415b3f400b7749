import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { RouteSpec } from '#shared/route.ts';
import type { Outcome } from './outcome.ts';
import type { StoredAnswer } from './platform/http/idempotency.ts';

export type Event = APIGatewayProxyEventV2WithJWTAuthorizer;
export type Answer = APIGatewayProxyStructuredResultV2;

/** An answer to its caller; only members' answers are stored, and none of them leads elsewhere. */
export interface FinalAnswer extends StoredAnswer {
  readonly location?: string;
}

/** The answer with only the fields of the row's reply schema. */
export function answerOf(spec: RouteSpec, outcome: Outcome<unknown>): FinalAnswer {
  const status = outcome.status ?? spec.status ?? (spec.reply ? 200 : 204);
  const reply = spec.reply?.parse(outcome.reply);
  const body = spec.page ? String(reply) : spec.reply ? JSON.stringify(reply) : '';
  return outcome.location === undefined ? { status, body } : { status, body, location: outcome.location };
}

const headers = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export const replayed = ({ status, body }: StoredAnswer): Answer => ({
  statusCode: status,
  headers: { ...headers, 'idempotency-replayed': 'true' },
  body,
});

/** Seconds for which edges answer crawlers of pages that are elsewhere or nowhere. */
const detourSeconds = 60;

/** The row sets how long a page is cached. 410 responses are not cached. */
function pageAnswer(
  event: Event,
  { type = 'text/html; charset=utf-8', edgeSeconds, staleSeconds }: NonNullable<RouteSpec['page']>,
  page: FinalAnswer,
): Answer {
  const { status, body, location } = page;
  const typed = {
    ...headers,
    'content-type': type,
    ...(edgeSeconds !== undefined && (status === 301 || status === 404)
      ? { 'cache-control': `public, max-age=0, s-maxage=${detourSeconds}` }
      : {}),
  };
  if (location !== undefined) return { statusCode: status, headers: { ...typed, location }, body };
  if (status !== 200 || edgeSeconds === undefined) return { statusCode: status, headers: typed, body };
  const stale = staleSeconds === undefined ? '' : `, stale-while-revalidate=${staleSeconds}`;
  return unlessKnown(event, body, { ...typed, 'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}${stale}` });
}

/** The answer with its ETag, or 304 to a caller that has it. */
function unlessKnown(event: Event, body: string, more: Record<string, string>): Answer {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = (event.headers['if-none-match'] ?? '').split(',').some((tag) => weak(tag) === weak(etag));
  const tagged = { ...more, etag };
  return known ? { statusCode: 304, headers: tagged } : { statusCode: 200, headers: tagged, body };
}

/** Rows under `/public/` may be cached at the edge for a second and revalidated by ETag (rule 11). */
export function respond(event: Event, spec: RouteSpec, answer: FinalAnswer): Answer {
  const { status, body } = answer;
  if (spec.page) return pageAnswer(event, spec.page, answer);
  if (!spec.path.startsWith('/public/')) return { statusCode: status, headers, body };
  return unlessKnown(event, body, { ...headers, 'cache-control': 'public, max-age=0, s-maxage=1' });
}
