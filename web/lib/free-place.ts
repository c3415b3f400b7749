/** A rectangle of the screen, in px from its corner. */
export interface Box {
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
export function visibleControls(except: Element): Box[] {
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
