import { useEffect } from 'react';

/** Tells `start.ts` and `main.tsx` that what stands in the place of the built page answers from now on. */
export const sayAlive = (): void => void document.dispatchEvent(new Event('envoyage.alive'));

/** The same, for a component that is such a thing. */
export const useAlive = (): void => useEffect(sayAlive, []);
