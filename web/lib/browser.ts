import { type ReactNode, useCallback, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during the build and hydration, true afterwards. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Links of a document for browsers in which the application does not run; it removes them as it starts. */
export const WithoutApplication = ({ children }: { children: ReactNode }): ReactNode =>
  useInBrowser() ? null : children;

export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  );
}

type WithConnection = Navigator & { connection?: { saveData?: boolean } };

export const savesData = (): boolean => (navigator as WithConnection).connection?.saveData === true;

export const useVisible = (): boolean => useSyncExternalStore(followVisibility, isVisible);

export const isVisible = () => document.visibilityState === 'visible';

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
