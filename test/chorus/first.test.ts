import { expect, test } from 'vitest';
import { sing } from './sing.ts';

test('in half of the lives all places say the same about a parcel, and every act that they offer succeeds', async () => {
  expect(await sing(0)).toBe('');
});
