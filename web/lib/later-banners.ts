import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

type LaterBanners = {
  /** A newer build of the site is ready on this device. */
  newVersion?: ReactNode;
  /** An act that was queued on this device waits for the member's decision. */
  undecided?: ReactNode;
};

/** Banners under the header whose parts are loaded after the page. */
export const laterBanners = createStore<LaterBanners>({});

/** Shows one, or takes it away: the others stay. */
export const setLaterBanner = (banner: LaterBanners): void => laterBanners.set({ ...laterBanners.get(), ...banner });
