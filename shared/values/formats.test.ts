import { expect, test, vi } from 'vitest';
import { dateText, numberText } from './formats.ts';

test('a format is made once for all that is written in it', () => {
  const [dates, numbers] = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')];
  const written = ['2026-12-12', '2027-01-02'].map((day) =>
    dateText(new Date(day), { dateStyle: 'medium', timeZone: 'UTC' }),
  );
  expect(written).toEqual(['12 déc. 2026', '2 janv. 2027']);
  expect([1.5, 1234].map((value) => numberText(value, { maximumFractionDigits: 1 }))).toEqual(['1,5', '1\u202f234']);
  expect(numberText(0.25, { maximumFractionDigits: 2 })).toBe('0,25');
  expect(dates).toHaveBeenCalledTimes(1);
  expect(numbers).toHaveBeenCalledTimes(2);
});
