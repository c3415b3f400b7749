/** A rectangle of the screen, in px from its corner. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** What somebody could want to press, type into or move; text and pictures may lie below a notice for a moment. */
const controls =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=option], [contenteditable]';

/** Room left between a notice and what it must not lie on. */
const gap = 4;

/** The controls of the screen that can be seen, without those inside of `except`. */
export function visibleControls(except: Element): Box[] {
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => !except.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight);
}

/**
 * Where a notice of this width and height lies on none of the `obstacles`: its top, between `from` and `to`, as near to
 * `from` as possible. It stays where it is while that place is free; when there is none, it covers as little as it can.
 */
export function freeTop(notice: Box, obstacles: readonly Box[], { from, to }: { from: number; to: number }): number {
  const height = notice.bottom - notice.top;
  const [first, last] = [Math.min(from, to), Math.max(from, to) - height];
  const inTheWay = obstacles.filter(({ left, right }) => right > notice.left && left < notice.right);
  const covered = (at: number) =>
    inTheWay.reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, at + height) - Math.max(top, at)), 0);
  if (notice.top >= first && notice.top <= last && covered(notice.top) === 0) return notice.top;
  const tops = [first, last, ...inTheWay.flatMap(({ top, bottom }) => [bottom + gap, top - gap - height])]
    .filter((top) => top >= first && top <= last)
    .toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from));
  const places = tops.map((top) => ({ top, covers: covered(top) }));
  return places.reduce(
    (best, place) => (place.covers < best.covers ? place : best),
    places[0] ?? { top: first, covers: 0 },
  ).top;
}
