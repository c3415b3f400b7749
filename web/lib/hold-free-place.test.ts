import { expect, test } from 'vitest';
import { freeTop } from './hold-free-place.ts';

const box = (top: number, bottom: number, left = 0, right = 375) => ({ left, right, top, bottom });
const toast = (top: number, height = 80) => box(top, top + height, 16, 359);
const screen = { from: 64, to: 600 };

test('a toast is as near to the header as free space allows', () => {
  expect(freeTop(toast(0), [], screen)).toBe(64);
  expect(freeTop(toast(0), [box(70, 118), box(150, 198)], screen)).toBe(202);
});

test('on a wide screen it starts at the bottom', () => {
  expect(freeTop(toast(0), [], { from: 600, to: 64 })).toBe(520);
  expect(freeTop(toast(0), [box(540, 588)], { from: 600, to: 64 })).toBe(456);
});

test('controls beside it do not move it', () => {
  expect(freeTop(box(0, 80, 900, 1250), [box(64, 600, 0, 800)], screen)).toBe(64);
});

test('it stays in place while its place is free', () => {
  expect(freeTop(toast(300), [box(70, 118)], screen)).toBe(300);
  expect(freeTop(toast(300), [box(310, 350)], screen)).toBe(64);
});

test('without free space it covers as little as possible', () => {
  const rows = Array.from({ length: 6 }, (_, row) => box(64 + row * 90, 64 + row * 90 + (row === 3 ? 30 : 85)));
  expect(freeTop(toast(0), rows, screen)).toBeGreaterThan(300);
});
