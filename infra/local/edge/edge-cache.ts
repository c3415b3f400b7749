import { decodePart } from '#infra/local/compute/http-api.ts';
import type { CachePolicy } from '../assembly/distribution.ts';
import type { OriginRequest, OriginResponse } from '../compute/http-api.ts';

interface Kept {
  readonly response: OriginResponse;
  readonly until: number;
  readonly staleUntil: number;
  readonly confirmedAt: number;
}
export type CacheAnswer = OriginResponse & { readonly xCache: 'Hit' | 'Miss' | 'RefreshHit' };

/** Errors that are cached without being asked to, and those that are only with `max-age` or `s-maxage`. */
const cachedErrors = new Set([404, 410, 414, 500, 501, 502, 503, 504]);
const cachedOnDemand = new Set([400, 403, 405, 412, 415]);
/** The errors whose `no-store` counts. */
const obedientErrors = new Set([404, 410, 414, 501]);
const usualErrorSeconds = 10;

/**
 * CloudFront's shared cache in front of one origin. The key is the path with the allowed parameters, in the order of
 * the request. Requests for one key share one call of the origin, and an expired answer is revalidated with its ETag,
 * beside the request while `stale-while-revalidate` allows.
 * Only answers with `s-maxage` or `max-age` are cached, within the limits of the policy. An expired one is served again
 * while the origin answers 5xx, as long as the policy allows. Errors are cached as long as the distribution sets, with
 * or without such a header. Source: CloudFront Developer Guide, "How CloudFront processes HTTP 4xx and 5xx status codes
 * from your origin" and "Control how long CloudFront caches errors".
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
    const at = now();
    if (old?.response.status === 200 && fresh.status >= 500 && at <= old.confirmedAt + policy.maxSeconds * 1000) {
      kept.set(key, { ...old, until: at + errorLifetime(fresh, policy) * 1000 });
      return { ...old.response, xCache: 'Hit' };
    }
    const seconds = [200, 301].includes(response.status) ? lifetime(fresh, policy) : errorLifetime(fresh, policy);
    const until = at + seconds * 1000;
    const staleUntil = until + (response.status === 200 ? staleSeconds(response) : 0) * 1000;
    if (seconds > 0) kept.set(key, { response, until, staleUntil, confirmedAt: at });
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
    const asked = running.get(key) ?? ask(key, request, old).finally(() => running.delete(key));
    running.set(key, asked);
    if (!old || now() >= old.staleUntil) return asked;
    // Its failure concerns the next request, which asks again.
    asked.catch(() => {});
    return { ...old.response, xCache: 'Hit' };
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

/** Seconds that an answer other than 200 and 301 is cached. */
function errorLifetime(response: OriginResponse, policy: CachePolicy): number {
  const { status, headers } = response;
  const control = String(headers['cache-control'] ?? '');
  const hasAge = /max-age|s-maxage/.test(control);
  if (!cachedErrors.has(status) && !(cachedOnDemand.has(status) && hasAge)) return 0;
  if (obedientErrors.has(status) && /no-store|no-cache|private/.test(control)) return 0;
  return Math.max(policy.errorSeconds.get(status) ?? usualErrorSeconds, hasAge ? lifetime(response, policy) : 0);
}

/** Seconds after its lifetime for which an answer may be used while the next one is fetched. */
const staleSeconds = ({ headers }: OriginResponse): number =>
  Number(/stale-while-revalidate=(\d+)/.exec(String(headers['cache-control'] ?? ''))?.[1] ?? 0);

function lifetime({ headers }: OriginResponse, { minSeconds, maxSeconds }: CachePolicy): number {
  const control = String(headers['cache-control'] ?? '');
  if (/no-store|private/.test(control)) return minSeconds;
  const age = /s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0;
  return Math.min(Math.max(Number(age), minSeconds), maxSeconds);
}
