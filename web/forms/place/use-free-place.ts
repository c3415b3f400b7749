import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps a fixed region away from all controls (`holdFreePlace`, loaded with the first content), except while `held`,
 * when the member is about to press it. A change of `content` is measured again.
 */
export function useFreePlace(region: RefObject<HTMLElement | null>, content: readonly unknown[], held: boolean): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || content.length === 0 || held) return;
    let isOver = false;
    let letGo: (() => void) | undefined;
    // Offline it stays where the style places it.
    void import('#web/lib/hold-free-place.ts').then(
      ({ holdFreePlace }) => {
        if (!isOver) letGo = holdFreePlace(element);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      letGo?.();
    };
  }, [region, content, held]);
}
