import { useEffect } from 'react';

const lowPx = 440;

/**
 * Gives the styles the free height above a phone's keyboard, and its top. Some browsers shrink the page for the
 * keyboard, others only the visual viewport.
 */
export function useScreenHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const { style } = root;
    const fit = () => {
      // While the page is zoomed, the visible part is smaller without a keyboard.
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
