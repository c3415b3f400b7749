import { expect, test } from 'vitest';
import { decisionId, decisionOf, isContestable, isWholeLink } from './objections.ts';

test.each([
  ['2026-11-27T10:00:00.000Z', '2027-05-27T09:59:59.999Z', true],
  ['2026-11-27T10:00:00.000Z', '2027-05-27T10:00:00.000Z', false],
  // Six months after the end of August there is no such day in February: the time is longer, never shorter.
  ['2026-08-31T10:00:00.000Z', '2027-03-01T10:00:00.000Z', true],
])('a decision of %s can be contested on %s: %s', (decidedAt, now, expected) => {
  expect(isContestable(decidedAt, Date.parse(now))).toBe(expected);
});

test.each([
  { kind: 'parcel', id: 'p1', line: 'l1' },
  { kind: 'review', id: 'm1.m2', line: 'l1' },
] as const)('the subject of a link names the decision by its line of the log: %o', (decision) => {
  expect(decisionOf(decisionId(decision))).toEqual(decision);
});

test('a link that lacks its end, or everything, is not whole', () => {
  const id = '3f0c9a12-0000-4000-8000-000000000001';
  const token = `parcel.${id}@${id}.${id}.${'A'.repeat(22)}`;
  expect(isWholeLink(token)).toBe(true);
  expect(isWholeLink(`report.${id}.typed.${'A'.repeat(22)}`)).toBe(true);
  for (let length = 0; length < token.length; length++) expect(isWholeLink(token.slice(0, length))).toBe(false);
});
