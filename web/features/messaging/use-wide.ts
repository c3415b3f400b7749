import { useState, useSyncExternalStore } from 'react';
import { useMediaQuery } from '#web/lib/browser.ts';
import { modals } from '#web/lib/modals.ts';

const wide = '(min-width: 62em)';

export const isWide = () => matchMedia(wide).matches;
export const useWide = (): boolean => useMediaQuery(wide);
const isAsking = () => modals.get().length > 0;

/**
 * It keeps its place while a dialog is open: the dialog, with what is typed in it, would close when a tablet is turned.
 */
export function useThreePanes(): boolean {
  const fits = useMediaQuery('(min-width: 75em)');
  const asking = useSyncExternalStore(modals.subscribe, isAsking, () => false);
  const [has, setHas] = useState(fits);
  if (has !== fits && !asking) setHas(fits);
  return has;
}
