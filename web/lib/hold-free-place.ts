import { freeTop, visibleControls } from '#web/lib/free-place.ts';

/** Distance from the top bar and the bottom bar. */
const marginPx = 8;
/** Pause in milliseconds after which scrolling has ended. */
const scrolledMs = 150;

/**
 * Places a fixed element where it covers no control: near the header on small screens, near the bottom on wide ones.
 * Moves it when a control appears there, until the returned function is called.
 */
export function holdFreePlace(element: HTMLElement): () => void {
  const place = () => {
    const toast = element.getBoundingClientRect();
    const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
    const bars = [...document.querySelectorAll('.tab-bar, .new-version')].map((bar) => bar.getBoundingClientRect());
    const top = Math.max(0, header) + marginPx;
    const bottom = Math.min(innerHeight, ...bars.filter(({ height }) => height > 0).map((bar) => bar.top)) - marginPx;
    const isWide = matchMedia('(min-width: 48em)').matches;
    const bounds = isWide ? { from: bottom, to: top } : { from: top, to: bottom };
    element.style.setProperty('inset-block-start', `${freeTop(toast, visibleControls(element), bounds)}px`);
  };
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  };
  let timer: ReturnType<typeof setTimeout>;
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(place, scrolledMs);
  };
  place();
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !element.contains(target))) soon();
  });
  changes.observe(document.body, { childList: true, subtree: true, attributes: true });
  addEventListener('scroll', onScroll, { passive: true, capture: true });
  addEventListener('resize', soon);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    removeEventListener('scroll', onScroll, { capture: true });
    removeEventListener('resize', soon);
  };
}
