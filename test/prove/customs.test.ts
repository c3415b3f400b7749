import { expect, test } from 'vitest';
import { customsSources } from '#shared/parcels/customs.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { tell } from './amounts.ts';

/** Sources whose last check is more than a year before `now`, by their names. They stop no release (rule 187). */
const oldSources = (now: number) =>
  Object.values(customsSources)
    .filter(({ checked }) => checked < dayOf(now - 365 * dayMs))
    .map(({ name }) => name);

test('the sources of the table of customs that were checked more than a year ago are listed', () => {
  expect(oldSources(Date.parse('2026-11-28T12:00:00Z'))).toEqual([]);
  expect(oldSources(Date.parse('2029-01-01T12:00:00Z'))).toContain('Douane tunisienne, prohibitions et restrictions');
  const old = oldSources(Date.now());
  tell({
    part: 'customs',
    amount: `${Object.keys(customsSources).length} sources`,
    result: old.length > 0 ? `to check again: ${old.join(', ')}` : 'none is older than a year',
    holds: true,
  });
});
