import { expect, test } from 'vitest';
import { tableWith } from '#test/support/pipeline.ts';

test('more keys than one call takes are read in the order in which they were asked for', async () => {
  const numbers = Array.from({ length: 250 }, (_, number) => number);
  const keyOf = (number: number) => ({ pk: `P${number % 7}`, sk: `S${number}` });
  const table = await tableWith(numbers.map((number) => ({ ...keyOf(number), number })));
  const backwards = [...numbers].reverse();
  const found = await table.getMany([...backwards.map(keyOf), { pk: 'P', sk: 'none' }, keyOf(0)]);
  expect(found.map((item) => item?.['number'])).toEqual([...backwards, undefined, 0]);
  expect(await table.getMany([])).toEqual([]);
});
