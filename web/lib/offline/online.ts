import { useSyncExternalStore } from 'react';

/** The build renders as online. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    followOnline,
    () => navigator.onLine,
    () => true,
  );

/** Calls back when the network goes or returns, until the returned function is called. */
export function followOnline(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
