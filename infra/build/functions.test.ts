import { expect, test } from 'vitest';
import { functionEntries, functionSizes } from './functions.ts';

test('every function can be bundled', async () => {
  expect(await functionSizes()).toHaveLength(Object.keys(functionEntries()).length);
});
