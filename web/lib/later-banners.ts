import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

interface LaterBanners {
  /** A newer build can start: a bar at the bottom, which moves nothing and hides no banner. */
  newVersion?: ReactNode;
  /** An act that was queued on this device waits for the member's decision. */
  undecided?: ReactNode;
}

/** The parts around every page that load after it. */
export const laterBanners = createStore<LaterBanners>({});

/** Shows or removes one banner; the others stay. */
export const setLaterBanner = (banner: LaterBanners): void => laterBanners.set({ ...laterBanners.get(), ...banner });
