import { useEffect } from 'react';

/** Less than this is left with the keyboard of a phone open. */
const lowPx = 400;

/**
 * Tells the styles how much of the screen the keyboard of a phone leaves, and where it begins: some browsers shrink the
 * page for it, others only what one sees of the page.
 */
export function useScreenHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const { style } = root;
    const fit = () => {
      // Whoever looks closer sees a part of the same page.
      if (viewport.scale > 1) return;
      style.setProperty('--screen', `${viewport.height}px`);
      style.setProperty('--screen-top', `${viewport.offsetTop}px`);
      root.toggleAttribute('data-low', viewport.height < lowPx);
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
      style.removeProperty('--screen');
      style.removeProperty('--screen-top');
      root.removeAttribute('data-low');
    };
  }, []);
}
