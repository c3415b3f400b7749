import { createStore } from '#web/lib/store.ts';

export const announcements = createStore('');

/** Announces a sentence politely to screen readers; a repeated sentence is announced again. */
export function announce(sentence: string): void {
  announcements.set(announcements.get() === sentence ? `${sentence}\u00a0` : sentence);
}
