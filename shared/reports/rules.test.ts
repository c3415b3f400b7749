import { expect, test } from 'vitest';
import { aReportRecord } from '#test/support/factories.ts';
import { excerptLength, excerptOf, isReportOver, mayJudge, reportReference } from './rules.ts';

test('an excerpt keeps the reported message whole, and of those before it what fits', () => {
  const message = (text: string) => ({ by: 'accused' as const, text });
  const lines = Array.from({ length: 11 }, (_, number) => message(String(number % 10).repeat(2000)));
  const excerpt = excerptOf(lines);
  expect(excerpt).toHaveLength(4);
  expect(excerpt.at(-1)?.text).toBe('0'.repeat(2000));
  expect(excerptOf([message('a'), message('😀'.repeat(9000))])).toEqual([message('😀'.repeat(excerptLength))]);
});

test('an administrator judges no report of their own, about them, or against their own decision', () => {
  const report = aReportRecord({ reporterId: 'amel', accusedId: 'karim', decidedBy: 'nadia' });
  const admin = (id: string, isRootAdmin = false) => mayJudge(report, { id, isRootAdmin });
  expect(['amel', 'karim', 'nadia', 'salim'].map((id) => admin(id))).toEqual([false, false, false, true]);
  // The root administrator may answer objections to their own decisions.
  expect(['amel', 'karim', 'nadia'].map((id) => admin(id, true))).toEqual([false, false, true]);
});

test('a closed report expires a year after its decision; a waiting one never does', () => {
  const decision = { outcome: 'dismissed', by: 'nadia', at: '2026-11-27T10:00:00.000Z' } as const;
  const report = aReportRecord({ status: 'closed', decision });
  expect(isReportOver(report, Date.parse('2027-11-27T09:59:59Z'))).toBe(false);
  expect(isReportOver(report, Date.parse('2027-11-27T10:00:00Z'))).toBe(true);
  expect(isReportOver(aReportRecord(), Date.parse('2036-01-01'))).toBe(false);
});

test('the number of a report is the beginning of its id', () => {
  expect(reportReference('1a2b3c4d-0000-4000-8000-000000000000')).toBe('SG-1A2B3C4D');
});
