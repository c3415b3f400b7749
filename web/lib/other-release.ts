import { createStore } from './store.ts';

/** How often the server has shown that it is of another release than this page. */
export const otherRelease = createStore(0);

/** The server's answer, or its refusal of what this page sends, is of another release: the page offers to reload. */
export const noticeOtherRelease = (): void => otherRelease.set(otherRelease.get() + 1);
