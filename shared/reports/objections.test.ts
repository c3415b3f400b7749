import { expect, test } from 'vitest';
import { isContestable } from './objections.ts';

test.each([
  ['2026-11-27T10:00:00.000Z', '2027-05-27T09:59:59.999Z', true],
  ['2026-11-27T10:00:00.000Z', '2027-05-27T10:00:00.000Z', false],
  // Six months after the end of August there is no such day in February: the time is longer, never shorter.
  ['2026-08-31T10:00:00.000Z', '2027-03-01T10:00:00.000Z', true],
])('a decision of %s can be contested on %s: %s', (decidedAt, now, expected) => {
  expect(isContestable(decidedAt, Date.parse(now))).toBe(expected);
});
