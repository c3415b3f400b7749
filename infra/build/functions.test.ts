import { expect, test } from 'vitest';
import { functionEntries, functionSizes } from './functions.ts';

test('every function is within its budget, without which nothing can be built and deployed', async () => {
  const sizes = await functionSizes();
  expect(sizes).toHaveLength(Object.keys(functionEntries()).length);
  expect(sizes.filter(({ kilobytes, budget }) => kilobytes > budget)).toEqual([]);
});
