/** Milliseconds before idle work starts. */
export const calmMs = 3_000;
/** Milliseconds after which code that did not load is requested again, if no network returns before. */
const againAfterMs = 15_000;

/** Loads code when it is due or the page is left, and again until it is there. Returns a function that gives up. */
export function untilLoaded(load: () => Promise<void>, dueInMs: number): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;
  const rest = () => {
    clearTimeout(timer);
    removeEventListener('online', begin);
    document.removeEventListener('visibilitychange', leave);
  };
  const leave = () => document.hidden && begin();
  const begin = () => {
    rest();
    load().catch(() => {
      if (isOver) return;
      addEventListener('online', begin);
      timer = setTimeout(begin, againAfterMs);
    });
  };
  timer = setTimeout(begin, dueInMs);
  document.addEventListener('visibilitychange', leave);
  return () => {
    isOver = true;
    rest();
  };
}
