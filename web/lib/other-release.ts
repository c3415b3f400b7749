import { createStore } from './store.ts';

/** The number of answers from another release than this page's. */
export const otherRelease = createStore(0);

/**
 * The server's answer, or its refusal of this page's call, belongs to another release, so the page offers to reload.
 */
export const markOtherRelease = (): void => otherRelease.set(otherRelease.get() + 1);
