import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longDay, shortDay } from '../time.ts';
import { readDay } from './days.ts';

test.each([
  '12/12/2026',
  '12122026',
  '121226',
  '12/12/26',
  '12 / 12 / 2026',
  '12.12.2026',
  '12-12-2026',
  '12\u201112\u20112026',
  '12 12 2026',
  '12,12,2026',
  '2026-12-12',
  '2026/12/12',
  '20261212',
  '12 décembre 2026',
  '12 decembre 2026',
  '12 De\u0301c. 2026',
  '12déc2026',
  'samedi 12 décembre 2026',
  'Sam. 12 déc. 2026',
  'le 12 décembre 2026',
  '12 DÉCEMBRE 26',
  '12 December 2026',
  'December 12, 2026',
  '١٢/١٢/٢٠٢٦',
  '１２／１２／２０２６',
  '12⁄12⁄2026',
  '12∕12∕2026',
  '１２．１２．２０２６',
  '２０２６－１２－１２',
  '۱۲ / ۱۲ / ۲۰۲۶',
  '12 ديسمبر 2026',
  '\u200f١٢ ديسمبر ٢٠٢٦\u200f',
  ' \u202a12/12/2026\u202c ',
])('%j is the 12th of December 2026', (typed) => {
  expect(readDay(typed)).toBe('2026-12-12');
});

test.each([
  ['1er janvier 2027', '2027-01-01'],
  ['5/3/2027', '2027-03-05'],
  ['3 mai 2027', '2027-05-03'],
  ['3 juil 2027', '2027-07-03'],
  ['29/02/2028', '2028-02-29'],
  ['12/12/2126', '2126-12-12'],
  ['12 اوت 2027', '2027-08-12'],
])('%j is %s', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

test.each([
  '',
  '12',
  '12/12',
  '1212',
  '31/02/2027',
  '31022027',
  '32/01/2027',
  '12/13/2026',
  '29/02/2027',
  'demain',
  '12 jui 2026',
  '12 truc 2026',
  '12/12/226',
  '12/12/20266',
])('%j is no day', (typed) => {
  expect(readDay(typed)).toBeUndefined();
});

test('every day is read back as the site writes it and as it is typed without signs', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      const typed = day.split('-').reverse();
      for (const text of [longDay(day), shortDay(day), typed.join('/'), typed.join(''), day])
        expect(readDay(text)).toBe(day);
    }),
  );
});
