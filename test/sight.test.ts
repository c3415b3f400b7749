import { expect, test } from 'vitest';
import { flawOf, sightCells, sightPipeline } from './access/sight.ts';

const pipeline = sightPipeline();

test.each(sightCells)('$row shows $role of $about: $sight', async (cell) => {
  expect(await flawOf(cell, pipeline)).toBeUndefined();
});
