import { expect, test } from 'vitest';
import { encodeCursor } from './cursor.ts';
import { type List, positionIn } from './list.ts';

const refused = expect.objectContaining({ code: 'INVALID' });
const cursorOf = (position: Readonly<Record<string, unknown>>) => encodeCursor(position).next ?? '';
const mine: List = { index: 'gs1', partition: 'U#me#T' };
const position = { gs1pk: 'U#me#T', gs1sk: '2026-12-01#t1', pk: 'T#t1', sk: 'META' };

test('a position of the list itself is accepted', () => {
  expect(positionIn(mine, cursorOf(position))).toEqual(position);
  expect(positionIn(mine, undefined)).toBeUndefined();
});

test.each([
  ["another member's list", { ...position, gs1pk: 'U#other#T' }],
  ['another list of the same index', { ...position, gs1pk: 'IN#me' }],
  ['the table itself', { pk: 'T#t1', sk: 'META' }],
  ['another index', { gs2pk: 'U#me#T', gs2sk: 'x', pk: 'T#t1', sk: 'META' }],
  ['more than keys', { ...position, more: 'x' }],
  ['an empty key', { ...position, pk: '' }],
  ['a key longer than any', { ...position, gs1sk: 'é'.repeat(513) }],
  ['a number', { ...position, gs1sk: 1 }],
])('a position of %s is refused', (_what, foreign) => {
  expect(() => positionIn(mine, cursorOf(foreign))).toThrow(refused);
});

test.each(['', 'x', 'bnVsbA', 'W10', 'IiI', '%%%'])('the text « %s » is refused as a position', (cursor) => {
  expect(() => positionIn(mine, cursor)).toThrow(refused);
});

test('a position outside the prefix of the list is refused', () => {
  const friends: List = { partition: 'U#me', sort: { beginsWith: 'FR#' } };
  expect(positionIn(friends, cursorOf({ pk: 'U#me', sk: 'FR#a' }))).toEqual({ pk: 'U#me', sk: 'FR#a' });
  expect(() => positionIn(friends, cursorOf({ pk: 'U#me', sk: 'A#PROFILE' }))).toThrow(refused);
});

test('a range that has moved past the position is read from its beginning', () => {
  const upcoming: List = { ...mine, sort: { from: '2026-12-02' } };
  expect(positionIn(upcoming, cursorOf(position))).toBeUndefined();
  expect(positionIn({ ...mine, sort: { from: '2026-12-01' } }, cursorOf(position))).toEqual(position);
  expect(positionIn({ ...mine, sort: { before: '2026-12-01' } }, cursorOf(position))).toBeUndefined();
  expect(positionIn({ ...mine, sort: { before: '2026-12-02' } }, cursorOf(position))).toEqual(position);
});
