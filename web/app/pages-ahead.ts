import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { findPage } from '#web/app/pages.ts';
import { savesData } from '#web/lib/browser.ts';
import { type Session, useSession } from '#web/lib/session/session.ts';

/** Milliseconds of delay, so that this work does not compete with a page that was just opened. */
const calmMs = 3_000;

const waysOf = (status: Session['status']): readonly string[] =>
  status === 'member'
    ? [paths.findParcels, paths.myParcels, paths.sendParcel, paths.messaging, paths.profile]
    : [paths.findParcels, paths.sendParcel, paths.login];

/**
 * Loads the code of the next pages in idle time, one after the other, then lets a worker store the site for offline
 * use; neither in the browser's data-saving mode. Then checks for newer builds.
 */
export function usePagesAhead(): void {
  const { status } = useSession();
  // The worker is followed once. Its paths are absolute, so the first way to move leads there from every page.
  const navigate = useRef(useNavigate());
  useEffect(() => {
    if (status === 'loading') return;
    let isOver = false;
    const fetchAll = async () => {
      for (const path of savesData() ? [] : waysOf(status)) {
        await idle();
        if (isOver) return;
        if (!navigator.onLine) break;
        // A file that fails now loads again when its page is opened.
        await findPage(path)
          ?.load()
          .catch(() => undefined);
      }
      await idle();
      if (isOver) return;
      const { followSite } = await import('#web/app/site-worker.ts');
      await followSite({ isMember: status === 'member', open: (path) => void navigate.current(path) });
    };
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => (timer = setTimeout(() => void fetchAll().catch(() => undefined), calmMs));
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('load', begin);
    };
  }, [status]);
}

/** Safari has no `requestIdleCallback`. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
