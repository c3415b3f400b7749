import { expect, test } from 'vitest';
import { comingChange, lacksSubscription, subscriptionRuns } from './rules.ts';

const from = '2027-03-01';
/** Noon in Algiers. */
const noonOf = (day: string) => Date.parse(`${day}T11:00:00Z`);
const never = {};
const until = (end: string) => ({ subscriptionEnd: `${end}T10:00:00.000Z` });

test('a subscription runs until its last day is over in Algiers', () => {
  const member = until('2027-02-10');
  expect(subscriptionRuns(member, Date.parse('2027-02-10T22:59:59Z'))).toBe(true);
  expect(subscriptionRuns(member, Date.parse('2027-02-10T23:00:00Z'))).toBe(false);
  expect(subscriptionRuns(never, noonOf(from))).toBe(false);
});

test('without a day, and before it, nobody lacks a subscription', () => {
  for (const member of [never, until('2027-02-10')]) {
    expect(lacksSubscription(member, undefined, noonOf('2030-01-01'))).toBe(false);
    expect(lacksSubscription(member, from, Date.parse('2027-02-28T22:59:59Z'))).toBe(false);
  }
});

test('from the day on those lack one who never paid, as those whose own has ended', () => {
  const start = Date.parse('2027-02-28T23:00:00Z');
  expect([never, until('2027-02-28'), until('2027-03-01')].map((one) => lacksSubscription(one, from, start))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['nothing is decided', undefined, never, '2027-02-20', undefined],
  ['the day is far', from, never, '2027-01-29', undefined],
  ['30 days are left', from, never, '2027-01-30', { kind: 'start', day: from, left: 30 }],
  ['one day is left', from, never, '2027-02-28', { kind: 'start', day: from, left: 1 }],
  ['the day has come', from, never, from, undefined],
  ['the own end is before the day', from, until('2027-02-20'), '2027-02-20', { kind: 'start', day: from, left: 9 }],
  [
    'the own end is after the day',
    from,
    until('2027-03-02'),
    '2027-02-01',
    { kind: 'end', day: '2027-03-02', left: 29 },
  ],
  ['the own end is far', from, until('2028-03-02'), '2027-02-28', undefined],
  ['it is the last day', from, until('2028-03-02'), '2028-03-02', { kind: 'end', day: '2028-03-02', left: 0 }],
  ['the end is over', from, until('2028-03-02'), '2028-03-03', undefined],
])('when %s, the coming change is told', (_, day, member, today, change) => {
  expect(comingChange(member, day, noonOf(today))).toEqual(change);
});
