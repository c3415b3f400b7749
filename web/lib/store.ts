/** A value outside React that components follow with `useSyncExternalStore(store.subscribe, store.get)`. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next: Value) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const announcements = createStore('');

/** Announces a sentence politely to screen readers; a repeated sentence is announced again. */
export function announce(sentence: string): void {
  announcements.set(announcements.get() === sentence ? `${sentence}\u00a0` : sentence);
}
