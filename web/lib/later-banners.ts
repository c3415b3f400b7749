import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

interface LaterBanners {
  /** A newer build of the site can start: a bar at the bottom, which moves nothing and hides no banner. */
  newVersion?: ReactNode;
  /** An act that was queued on this device waits for the member's decision. */
  undecided?: ReactNode;
}

/** What stands around every page and is loaded after it. */
export const laterBanners = createStore<LaterBanners>({});

/** Shows one, or takes it away: the others stay. */
export const setLaterBanner = (banner: LaterBanners): void => laterBanners.set({ ...laterBanners.get(), ...banner });
