import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breaks } from './breaks.ts';

test('every break changes one place of a source that exists', () => {
  expect(breaks.length).toBeGreaterThanOrEqual(20);
  const places = breaks.map(({ what, file, from }) => [what, readFileSync(file, 'utf8').split(from).length - 1]);
  expect(places).toEqual(breaks.map(({ what }) => [what, 1]));
});
