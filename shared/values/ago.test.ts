import { expect, test } from 'vitest';
import { agoText } from '#shared/values/ago.ts';
import { dayMs, hourMs, minuteMs } from '#shared/values/time.ts';

test.each([
  [59_000, "à l'instant"],
  [minuteMs, 'il y a 1 min'],
  [12.9 * minuteMs, 'il y a 12 min'],
  [3 * hourMs, 'il y a 3 h'],
  [dayMs, 'il y a 1 jour'],
  [2 * dayMs, 'il y a 2 jours'],
])('%i ms ago is told as « %s »', (ms, text) => {
  expect(agoText(ms)).toBe(text);
});
