import { join } from 'node:path';
import { expect, test } from 'vitest';
import { growths, membersAt } from './scale/model.ts';
import { scalePage } from './scale/page.ts';

test('the page of growth says what the model gives', async () => {
  await expect(scalePage()).toMatchFileSnapshot(join(process.cwd(), 'docs', 'scale.md'));
});

test.each(growths)('$what: more members never need less, and its limit is reached at some number of them', (growth) => {
  const loads = [1000, 100_000, 10_000_000].map(growth.load);
  expect(loads).toEqual(loads.toSorted((a, b) => a - b));
  const at = membersAt(growth);
  expect(growth.load(at * 0.9)).toBeLessThan(growth.limit);
  expect(growth.load(at * 1.1)).toBeGreaterThan(growth.limit);
});

test('ten thousand members need no change of anything', () => {
  expect(growths.filter(({ load, limit }) => load(10_000) > limit)).toEqual([]);
});
