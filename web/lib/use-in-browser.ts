import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in what the build renders and while a browser takes that over, true from then on. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
