/** A rectangle of the screen, in px from its corner. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Controls that a person may want to use. A toast may briefly cover text and pictures. */
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=option], [contenteditable]';

const gap = 4;

/** The visible controls outside `except`, in its dialog or on the whole screen. */
function visibleControls(except: Element): Box[] {
  return [...(except.closest('dialog') ?? document).querySelectorAll<HTMLElement>(controls)]
    .filter((element) => !except.contains(element) && isVisible(element))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight);
}

/** Safari supports the element's own check only since 17.4. */
const isVisible = (element: HTMLElement): boolean =>
  'checkVisibility' in element
    ? element.checkVisibility({ visibilityProperty: true })
    : getComputedStyle(element).visibility === 'visible';

/**
 * Finds the top of a toast of this width and height that covers none of the `obstacles`, between `from` and `to` and
 * as near to `from` as possible. The toast stays in place while that place is free. Without a free place it covers as
 * little as possible.
 */
export function freeTop(toast: Box, obstacles: readonly Box[], { from, to }: { from: number; to: number }): number {
  const height = toast.bottom - toast.top;
  const [first, last] = [Math.min(from, to), Math.max(from, to) - height];
  const inTheWay = obstacles.filter(({ left, right }) => right > toast.left && left < toast.right);
  const covered = (at: number) =>
    inTheWay.reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, at + height) - Math.max(top, at)), 0);
  if (toast.top >= first && toast.top <= last && covered(toast.top) === 0) return toast.top;
  const tops = [first, last, ...inTheWay.flatMap(({ top, bottom }) => [bottom + gap, top - gap - height])]
    .filter((top) => top >= first && top <= last)
    .toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from));
  const places = tops.map((top) => ({ top, covers: covered(top) }));
  return places.reduce(
    (best, place) => (place.covers < best.covers ? place : best),
    places[0] ?? { top: first, covers: 0 },
  ).top;
}

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
