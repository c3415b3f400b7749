import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isListed, type SitePage } from '#web/app/pages.ts';
import { useAlive } from '#web/lib/alive.ts';
import { describeDocument } from '#web/lib/document/document-head.ts';
import { announce } from '#web/lib/store.ts';
import { PageSkeleton } from '#web/ui/skeleton.tsx';

const scrollPositions = new Map<string, number>();
/** Longest wait in milliseconds for the content that makes the page tall enough to restore the scroll position. */
const restoreWithinMs = 2_000;
let arrived: string | undefined;
/** The address of the document, because a visitor may leave it before its page is ready. None during prerendering. */
const openedAt = globalThis.location?.pathname;

/**
 * Does what a browser does on a full page load: title, scroll (top, or the old position on back and forward), focus on
 * the heading, and an announcement. Mounted once the page's own code is loaded. A changed query alone (filters,
 * dialogs) is not a new page.
 */
export function PageFrame({ page, children }: { page: SitePage; children: ReactNode }) {
  const { pathname, key } = useLocation();
  const navigation = useNavigationType();

  // A layout effect, because a page whose title depends on its data writes that after it.
  useLayoutEffect(() => {
    describeDocument({ path: page.path, title: page.title, isListed: isListed(page) });
  }, [page]);
  useAlive();

  // A layout effect, so that the old page stops listening before the new, shorter page changes the scroll.
  useLayoutEffect(() => {
    const remember = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const first = arrived === undefined && pathname === openedAt;
    if (arrived === pathname) return;
    arrived = pathname;
    if (first) return;
    const unfollow = focusHeading();
    announce(page.title);
    const wanted = navigation === 'POP' ? (scrollPositions.get(key) ?? 0) : 0;
    const settle = restoreScroll(wanted);
    return () => {
      unfollow();
      settle();
    };
  }, [pathname, key, navigation, page]);

  return children;
}

/** Shown while a page's code loads, so that a new page starts at its top. */
export function ArrivingPage() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return <PageSkeleton />;
}

function focusHeading(): () => void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!target) return () => {};
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return followHeading(target);
}

/** When data arrives, a heading appears or is replaced. The focus follows it, unless it is already elsewhere. */
function followHeading(target: HTMLElement): () => void {
  const changes = new MutationObserver(() => {
    const isHeading = target.localName === 'h1';
    if (target.isConnected && (isHeading || !document.querySelector('main h1'))) return;
    changes.disconnect();
    if (document.activeElement === document.body || document.activeElement === target) focusHeading();
  });
  changes.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}

function restoreScroll(wanted: number): () => void {
  const scroll = () => window.scrollTo({ top: wanted, behavior: 'instant' });
  scroll();
  if (wanted === 0) return () => {};
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const type of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(type, stop);
  };
  const growth = new ResizeObserver(() => (Math.abs(window.scrollY - wanted) > 1 ? scroll() : undefined));
  growth.observe(document.body);
  const timer = setTimeout(stop, restoreWithinMs);
  for (const type of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(type, stop, { once: true, passive: true });
  return stop;
}
