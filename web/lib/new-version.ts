import type { ReactNode } from 'react';
import { createStore } from '#web/lib/store.ts';

/** Set once a newer build of the site is ready on this device: says so, with the way to start it. */
export const newVersion = createStore<ReactNode>(undefined);
