import type { CachePolicy } from '../assembly/distribution.ts';
import type { OriginRequest, OriginResponse } from '../compute/http-api.ts';
import { decodePart } from './decode-part.ts';

type Kept = { readonly response: OriginResponse; readonly until: number };
export type CacheAnswer = OriginResponse & { readonly xCache: 'Hit' | 'Miss' | 'RefreshHit' };

/**
 * CloudFront's shared cache in front of one origin. The key is the path with the allowed parameters, in the order
 * of the request. Requests for one key share one call of the origin, and an expired answer is revalidated with its
 * ETag. Only answers with `s-maxage` or `max-age` are cached, within the limits of the policy.
 */
export function edgeCache(
  policy: CachePolicy,
  origin: (request: OriginRequest) => Promise<OriginResponse>,
  now: () => number = () => performance.now(),
): (request: OriginRequest) => Promise<CacheAnswer> {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<CacheAnswer>>();

  const ask = async (key: string, request: OriginRequest, old: Kept | undefined): Promise<CacheAnswer> => {
    const etag = old?.response.headers['etag'];
    const fresh = await origin({
      ...request,
      headers: { ...request.headers, ...(typeof etag === 'string' && { 'if-none-match': etag }) },
    });
    const confirmed = fresh.status === 304 && old !== undefined;
    const response = confirmed ? { ...old.response, headers: { ...old.response.headers, ...fresh.headers } } : fresh;
    const seconds = lifetime(fresh, policy);
    if (response.status === 200 && seconds > 0) kept.set(key, { response, until: now() + seconds * 1000 });
    else kept.delete(key);
    return { ...response, xCache: confirmed ? 'RefreshHit' : 'Miss' };
  };

  return async (viewer) => {
    const { 'if-none-match': _, ...headers } = viewer.headers;
    const request = { ...viewer, headers, query: allowedQuery(viewer.query, policy) };
    if (request.method !== 'GET') return { ...(await origin(request)), xCache: 'Miss' };
    const key = `${request.path}?${request.query}`;
    const old = kept.get(key);
    if (old && now() < old.until) return { ...old.response, xCache: 'Hit' };
    const waiting = running.get(key);
    if (waiting) return waiting;
    const asked = ask(key, request, old).finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
}

/** Names outside the list are dropped, not refused. */
function allowedQuery(query: string, { query: allowed }: CachePolicy): string {
  if (allowed === 'all') return query;
  const parts = query.split('&').filter((part) => allowed.includes(decodePart(part.split('=')[0] ?? '')));
  return parts.join('&');
}

/** Weak comparison: `W/` is ignored. */
export function sameTag(ifNoneMatch: string | undefined, etag: unknown): boolean {
  if (!ifNoneMatch || typeof etag !== 'string') return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}

function lifetime({ headers }: OriginResponse, { minSeconds, maxSeconds }: CachePolicy): number {
  const control = String(headers['cache-control'] ?? '');
  if (/no-store|private/.test(control)) return minSeconds;
  const age = /s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0;
  return Math.min(Math.max(Number(age), minSeconds), maxSeconds);
}
