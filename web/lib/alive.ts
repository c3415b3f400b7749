import { useEffect } from 'react';

const event = 'envoyage.alive';

/** Notifies `start.ts` and `main.tsx` that the application has replaced the built page and handles presses. */
export const sayAlive = (): void => void document.dispatchEvent(new Event(event));

export const useAlive = (): void => useEffect(sayAlive, []);

/**
 * Acts once the built page is replaced, or immediately in a document without one. Returns a function that cancels it.
 */
export function onceAlive(act: () => void): () => void {
  const isBuilt = document.getElementById('root')?.dataset['path'] !== undefined;
  if (isBuilt) document.addEventListener(event, act, { once: true });
  else act();
  return () => document.removeEventListener(event, act);
}
