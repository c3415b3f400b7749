import { expect, test } from 'vitest';
import { unseen, vanished } from './use-listings.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));

test('listings above the known ones are new; listings that moved up into a full page are not', () => {
  const page = { items: items('new', 'a', 'b', 'slid'), next: 'more' };
  expect(unseen(page, new Set(['a', 'b', 'c']))).toEqual(items('new'));
});

test('on a page that is the whole list every unknown listing is new, at any position', () => {
  expect(unseen({ items: items('a', 'new') }, new Set(['a']))).toEqual(items('new'));
});

test('a page without known listings is all new', () => {
  expect(unseen({ items: items('x', 'y'), next: 'more' }, new Set(['a']))).toEqual(items('x', 'y'));
});

test('listings missing from a full page were removed, listings below its end may still exist', () => {
  const page = { items: items('new', 'a', 'c'), next: 'more' };
  expect(vanished(page, items('a', 'b', 'c', 'd'))).toEqual(new Set(['b']));
  expect(vanished({ items: items('x', 'y'), next: 'more' }, items('a', 'b'))).toEqual(new Set());
});

test('when a page is the whole list, all other listings were removed', () => {
  expect(vanished({ items: items('a') }, items('a', 'b', 'c'))).toEqual(new Set(['b', 'c']));
  expect(vanished({ items: [] }, items('a'))).toEqual(new Set(['a']));
});
