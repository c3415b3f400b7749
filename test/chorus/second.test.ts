import { expect, test } from 'vitest';
import { sing } from './sing.ts';

test('in the other half of the lives all places say the same about a parcel, and every act that they offer succeeds', async () => {
  expect(await sing(1)).toBe('');
});
