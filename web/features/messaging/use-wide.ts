import { useMediaQuery } from '#web/lib/use-media-query.ts';

/** The list stands beside a conversation from here on; a keyboard is likely, too. */
const wide = '(min-width: 62em)';

export const isWide = () => matchMedia(wide).matches;
export const useWide = (): boolean => useMediaQuery(wide);
/** From here on the parcel stands on its other side. */
export const useThreePanes = (): boolean => useMediaQuery('(min-width: 75em)');
