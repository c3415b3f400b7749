/**
 * Polyfills for the oldest browsers of rule 200, for our own code and packages (decision 052). It is the first import
 * of `main.tsx`; `infra/build/floor-check.ts` finds what is missing here.
 */
function fill(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

// Safari before 16, Chrome before 110.
fill(Array.prototype, 'toSorted', function toSorted<T>(this: readonly T[], compare?: (a: T, b: T) => number) {
  return [...this].sort(compare);
});
fill(Array.prototype, 'toReversed', function toReversed<T>(this: readonly T[]) {
  return [...this].reverse();
});

// Safari before 17, Chrome before 120.
fill(URL, 'canParse', (address: string, base?: string) => {
  try {
    return new URL(address, base).href !== '';
  } catch {
    return false;
  }
});

// Safari before 16; the oldest Chromes give the wrong reason.
fill(AbortSignal, 'timeout', (ms: number) => {
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  return late.signal;
});

// Safari before 17.4, Chrome before 116, Firefox before 124.
fill(AbortSignal, 'any', (signals: readonly AbortSignal[]) => {
  const first = new AbortController();
  for (const signal of signals) {
    const end = () => first.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { signal: first.signal });
  }
  return first.signal;
});

export {};
