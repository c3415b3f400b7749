import { expect, test, vi } from 'vitest';
import { dateText, numberText, shownPhone } from './formats.ts';

const write = () => [
  ...['2026-12-12', '2027-01-02'].map((day) => dateText(new Date(day), { dateStyle: 'medium', timeZone: 'UTC' })),
  ...[1.5, 1234].map((value) => numberText(value, { maximumFractionDigits: 1 })),
  numberText(0.25, { maximumFractionDigits: 2 }),
];

test('a format is made once for all that is written in it', () => {
  expect(write()).toEqual(['12 déc. 2026', '2 janv. 2027', '1,5', '1\u202f234', '0,25']);
  const made = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')];
  write();
  for (const formats of made) expect(formats).not.toHaveBeenCalled();
});

test('the first of a month is « 1er »', () => {
  const day = (text: string, dateStyle: 'full' | 'medium') => dateText(new Date(text), { dateStyle, timeZone: 'UTC' });
  expect(day('2027-02-01', 'full')).toBe('lundi 1er février 2027');
  expect(day('2027-02-01', 'medium')).toBe('1er févr. 2027');
  expect(day('2027-02-11', 'full')).toBe('jeudi 11 février 2027');
});

test.each([
  ['+33612345601', '+33 6 12 34 56 01'],
  ['+213550123456', '+213 550 12 34 56'],
  ['+21623456789', '+216 23 45 67 89'],
  ['+12125550123', '+12125550123'],
  ['Non renseigné', 'Non renseigné'],
])('the telephone number %s is read as %s', (stored, shown) => {
  expect(shownPhone(stored).replaceAll('\u00a0', ' ')).toBe(shown);
});
