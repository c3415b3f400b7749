import { expect, test } from 'vitest';
import { hourMs, workingMs } from './time.ts';

test.each([
  ['a Tuesday', '2026-11-24T08:00:00Z', '2026-11-24T11:30:00Z', 3.5],
  ['from Monday to Tuesday', '2026-11-23T08:00:00Z', '2026-11-24T08:00:00Z', 24],
  ['from Thursday evening to Sunday morning in Algiers', '2026-11-19T20:00:00Z', '2026-11-22T09:30:00Z', 13.5],
  ['a Friday and a Saturday in Algiers', '2026-11-19T23:00:00Z', '2026-11-21T23:00:00Z', 0],
  ['two whole weeks', '2026-11-09T12:00:00Z', '2026-11-23T12:00:00Z', 240],
  ['backwards', '2026-11-24T11:30:00Z', '2026-11-24T08:00:00Z', 0],
])('working hours of %s', (_, from, to, hours) => {
  expect(workingMs(Date.parse(from), Date.parse(to)) / hourMs).toBe(hours);
});
