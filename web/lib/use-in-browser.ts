import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False during the build and hydration, true afterwards. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
