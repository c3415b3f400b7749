import { useSyncExternalStore } from 'react';

/** Whether this tab is in front. */
export const useVisible = (): boolean => useSyncExternalStore(follow, isVisible);

export const isVisible = () => document.visibilityState === 'visible';

function follow(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
