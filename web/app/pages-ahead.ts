import { useEffect } from 'react';
import { paths } from '#shared/site/paths.ts';
import { findPage } from '#web/app/pages.ts';
import { type Session, useSession } from '#web/lib/session/session.ts';

/** Idle work never competes with what somebody has just opened. */
const calmMs = 3_000;

/** Where the bar at the bottom leads; none of these files needs the sign-in library before somebody signs in. */
const waysOf = (status: Session['status']): readonly string[] =>
  status === 'member'
    ? [paths.findParcels, paths.myParcels, paths.sendParcel, paths.messaging, paths.profile]
    : [paths.findParcels, paths.sendParcel, paths.login];

/**
 * Fetches the code of the next pages while nothing else is to be done, one page after the other, so that they open
 * without a network too. Not for whoever asks their browser to save data.
 */
export function usePagesAhead(): void {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading' || savesData()) return;
    let isOver = false;
    const fetchAll = async () => {
      for (const path of waysOf(status)) {
        await idle();
        if (isOver || !navigator.onLine) return;
        // What does not come now is asked for again when somebody goes there.
        await findPage(path)
          ?.load()
          .catch(() => undefined);
      }
    };
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => (timer = setTimeout(() => void fetchAll(), calmMs));
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('load', begin);
    };
  }, [status]);
}

type WithConnection = Navigator & { connection?: { saveData?: boolean } };
const savesData = () => (navigator as WithConnection).connection?.saveData === true;

/** Safari has no `requestIdleCallback`. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 200),
  );
