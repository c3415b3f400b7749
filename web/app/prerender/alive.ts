import { useEffect } from 'react';

const event = 'envoyage.alive';

/** Tells `start.ts` and `main.tsx` that the application has replaced the built page and answers presses. */
export const sayAlive = (): void => void document.dispatchEvent(new Event(event));

/** The same as a hook. */
export const useAlive = (): void => useEffect(sayAlive, []);

/**
 * Acts once the built page is replaced, or at once where the document has none. Returns a function that takes it back.
 */
export function onceAlive(act: () => void): () => void {
  const isBuilt = document.getElementById('root')?.dataset['path'] !== undefined;
  if (isBuilt) document.addEventListener(event, act, { once: true });
  else act();
  return () => document.removeEventListener(event, act);
}
