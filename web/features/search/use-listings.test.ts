import { expect, test } from 'vitest';
import { unseen, vanished } from './use-listings.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));

test('what came above the known listings is new; what slid up into a full page is not', () => {
  const page = { items: items('new', 'a', 'b', 'slid'), next: 'more' };
  expect(unseen(page, new Set(['a', 'b', 'c']))).toEqual(items('new'));
});

test('on a page that is the whole list everything unknown is new, wherever it stands', () => {
  expect(unseen({ items: items('a', 'new') }, new Set(['a']))).toEqual(items('new'));
});

test('a page of which nothing is known is all new', () => {
  expect(unseen({ items: items('x', 'y'), next: 'more' }, new Set(['a']))).toEqual(items('x', 'y'));
});

test('what a full page skips has vanished, what lies below its reach may still stand', () => {
  const page = { items: items('new', 'a', 'c'), next: 'more' };
  expect(vanished(page, items('a', 'b', 'c', 'd'))).toEqual(new Set(['b']));
  expect(vanished({ items: items('x', 'y'), next: 'more' }, items('a', 'b'))).toEqual(new Set());
});

test('of a page that is the whole list everything else has vanished', () => {
  expect(vanished({ items: items('a') }, items('a', 'b', 'c'))).toEqual(new Set(['b', 'c']));
  expect(vanished({ items: [] }, items('a'))).toEqual(new Set(['a']));
});
