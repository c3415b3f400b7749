import { createStore } from '#web/lib/store.ts';

export const announcements = createStore('');

/** Says a sentence politely to screen readers; the same sentence twice is said twice. */
export function announce(sentence: string): void {
  announcements.set(announcements.get() === sentence ? `${sentence}\u00a0` : sentence);
}
