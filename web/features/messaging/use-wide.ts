import { useMediaQuery } from '#web/lib/use-media-query.ts';

/** From this width the list is beside a conversation, and a keyboard is likely. */
const wide = '(min-width: 62em)';

export const isWide = () => matchMedia(wide).matches;
export const useWide = (): boolean => useMediaQuery(wide);
/** From this width the parcel is on the other side of the conversation. */
export const useThreePanes = (): boolean => useMediaQuery('(min-width: 75em)');
