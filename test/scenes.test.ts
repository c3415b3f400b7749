import { expect, test } from 'vitest';
import { rowsWithoutScene } from './prove/scenes/all.ts';

test('every row that writes has its scene in test/prove/scenes', () => {
  expect(rowsWithoutScene).toEqual([]);
});
