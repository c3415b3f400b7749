import { afterEach, expect, test } from 'vitest';
import { isFromEdge } from './request.ts';

afterEach(() => {
  delete process.env['ORIGIN_SECRET_BEFORE'];
});

test('a request with the present secret comes from the edge, any other does not', () => {
  process.env['ORIGIN_SECRET'] = 'present';
  expect(isFromEdge('present')).toBe(true);
  for (const sent of [undefined, '', 'before', 'presen', 'present ']) expect(isFromEdge(sent)).toBe(false);
});

test('during a rotation the secret before is accepted, too', () => {
  process.env['ORIGIN_SECRET'] = 'present';
  process.env['ORIGIN_SECRET_BEFORE'] = 'before';
  expect(['present', 'before', '', 'other'].map(isFromEdge)).toEqual([true, true, false, false]);
});
