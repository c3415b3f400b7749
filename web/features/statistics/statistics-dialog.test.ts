import { expect, test } from 'vitest';
import { binsOf } from './statistics-dialog.tsx';

const now = Date.parse('2026-11-22T12:00:00Z');
const step = (at: string, sent: number, carried = 0) => ({ at, published: 0, sent, carried });

test('thirty days are five bars of six days, the last one ending today', () => {
  const bins = binsOf(
    [step('2026-10-24', 1), step('2026-11-16', 2), step('2026-11-17', 4), step('2026-11-22', 8)],
    '30d',
    now,
  );
  expect(bins.map(({ sent }) => sent)).toEqual([1, 0, 0, 2, 12]);
  expect(bins.at(-1)?.label).toBe('17 nov. – 22 nov.');
});

test('twelve months end with the current one and contain their counts', () => {
  const bins = binsOf([step('2025-12', 1, 3), step('2026-11', 2)], '12m', now);
  expect(bins).toHaveLength(12);
  expect([bins[0], bins[11]]).toMatchObject([
    { sent: 1, carried: 3 },
    { sent: 2, carried: 0 },
  ]);
});

test('all counts are shown by year, with at least the current year', () => {
  expect(binsOf([], 'all', now)).toEqual([{ label: '2026', sent: 0, carried: 0 }]);
  expect(binsOf([step('2024-03', 1), step('2026-01', 5)], 'all', now).map(({ sent }) => sent)).toEqual([1, 0, 5]);
});
