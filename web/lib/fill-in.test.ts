import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const removed = [
  [Array.prototype, 'toSorted'],
  [Array.prototype, 'toReversed'],
  [URL, 'canParse'],
  [AbortSignal, 'timeout'],
  [AbortSignal, 'any'],
] as const;
const kept = removed.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));

beforeEach(async () => {
  for (const [owner, name] of removed) Reflect.deleteProperty(owner, name);
  vi.resetModules();
  await import('./fill-in.ts');
});
afterEach(() => {
  vi.useRealTimers();
  for (const [index, [owner, name]] of removed.entries()) {
    const native = kept[index];
    if (native) Object.defineProperty(owner, name, native);
    else Reflect.deleteProperty(owner, name);
  }
});

test('lists are sorted and reversed as copies', () => {
  const list = [3, 10, 2];
  expect([list.toSorted((a, b) => a - b), list.toReversed(), list]).toEqual([
    [2, 3, 10],
    [2, 10, 3],
    [3, 10, 2],
  ]);
  expect(Object.keys([])).toEqual([]);
});

test('addresses are judged without an error', () => {
  expect([URL.canParse('https://a.fr'), URL.canParse('/a', 'https://a.fr'), URL.canParse('/a')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a signal ends with the first of several, with its reason, or after a time', () => {
  vi.useFakeTimers();
  const [one, other] = [new AbortController(), new AbortController()];
  const any = AbortSignal.any([one.signal, other.signal]);
  const late = AbortSignal.timeout(1_000);
  expect([any.aborted, late.aborted]).toEqual([false, false]);
  other.abort('left');
  one.abort('later');
  expect([any.aborted, any.reason, AbortSignal.any([any]).reason]).toEqual([true, 'left', 'left']);
  vi.advanceTimersByTime(1_000);
  expect([late.aborted, (late.reason as Error).name]).toEqual([true, 'TimeoutError']);
});
