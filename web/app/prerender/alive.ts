import { useEffect } from 'react';

/** Tells `start.ts` and `main.tsx` that the application has replaced the built page and answers presses. */
export const sayAlive = (): void => void document.dispatchEvent(new Event('envoyage.alive'));

/** The same as a hook. */
export const useAlive = (): void => useEffect(sayAlive, []);
