import { paths, withQuery } from '#shared/site/paths.ts';
import { hourMs } from '#shared/values/time.ts';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';
import { deviceStore } from '#web/lib/storage.ts';
import type { PageQuery } from '#web/lib/use-page-query.ts';

const keptUnder = draftPrefixes.redirect;
const origin = 'https://site.invalid';

/**
 * The path to open after the sign-in if it is one of ours, else `/`.
 * Same-origin paths only (product 1.2): it refuses an address that a browser would read as another origin, even after
 * resolving dots and backslashes.
 */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || hasControlCharacter(wanted)) return paths.home;
  if (!URL.canParse(wanted, origin)) return paths.home;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Browsers remove tabs and line ends inside addresses: `/\t/host` would become `//host`. */
const hasControlCharacter = (text: string) =>
  Array.from(text).some((character) => character < ' ' || character === '\u007f');

/** `/login?redirect=…` for a visitor who wanted `path` (path and query). */
export function loginPath(path: string): string {
  return path === paths.home ? paths.login : withQuery(paths.login, { redirect: path });
}

/** Stores the return path from /register until the first sign-in on this device, for at most 24 hours. */
export function keepRedirect(path: string, now = Date.now()): void {
  deviceStore.keep(keptUnder, JSON.stringify({ path: safePath(path), until: now + 24 * hourMs }));
}

/** Returns the stored return path, once. */
export function takeRedirect(now = Date.now()): string | undefined {
  const kept = deviceStore.read(keptUnder);
  deviceStore.drop(keptUnder);
  const match = kept?.match(/^\{"path":"(?<path>[^"]*)","until":(?<until>\d+)\}$/)?.groups;
  return match?.path && Number(match.until) > now ? safePath(match.path) : undefined;
}

/** The page after the sign-in: the wanted page, else the member's start page. */
export function afterSignIn(search: string, isAdmin: boolean): string {
  const query: PageQuery<typeof paths.login> = new URLSearchParams(search);
  // Documents that failed at sign-up come first; the return path stays stored.
  if (query.get('error') === 'documents_failed') return paths.confirmEmail;
  const asked = query.get('redirect');
  const target = asked ? safePath(asked) : (takeRedirect() ?? paths.home);
  return target === paths.home && isAdmin ? paths.admin : target;
}
