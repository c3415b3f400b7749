import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyText } from '../money.ts';
import { readAmount, readGrams, readWhole } from './numbers.ts';

test.each([
  ['25', 2500],
  ['12,5', 1250],
  ['12.50', 1250],
  ['12 000', 1_200_000],
  ['12\u202f000', 1_200_000],
  ['12\u00a0000,50', 1_200_050],
  ["12'000.50", 1_200_050],
  ['1.500,50', 150_050],
  ['1,500.50', 150_050],
  ['12.000', 1_200_000],
  ['12,000', 1_200_000],
  ['12.500', 1_250_000],
  ['25,50', 2550],
  ['1,234,567', 123_456_700],
  ['１２，５', 1250],
  ['１２．５０', 1250],
  ['１　２００，５０', 120_050],
  ['1.234.567', 123_456_700],
  ['٥٠٠٠', 500_000],
  ['۱۲٬۵۰۰٫۵', 1_250_050],
  ['50,-', 5000],
  [',5', 50],
  ['\u200e50\u200f', 5000],
  ['99999999', 9_999_999_900],
])('the amount %j is %i minor units', (typed, amount) => {
  expect(readAmount(typed)).toEqual({ amount });
});

test.each([
  ['5000 DA', 500_000, 'DZD'],
  ['5000da', 500_000, 'DZD'],
  ['12 000 D.A.', 1_200_000, 'DZD'],
  ['DZD 5000', 500_000, 'DZD'],
  ['5000 dinars', 500_000, 'DZD'],
  ['٥٠٠٠ د.ج', 500_000, 'DZD'],
  ['د.ج. 5000', 500_000, 'DZD'],
  ['50 €', 5000, 'EUR'],
  ['50€', 5000, 'EUR'],
  ['€50', 5000, 'EUR'],
  ['50 euros', 5000, 'EUR'],
  ['EUR 12,50', 1250, 'EUR'],
  ['12€50', 1250, 'EUR'],
  ['2 € 5', 250, 'EUR'],
  ['12 euros 05', 1205, 'EUR'],
  ['12.555 DA', 1_255_500, 'DZD'],
  ['５０００ＤＡ', 500_000, 'DZD'],
  ['２５，５０ €', 2550, 'EUR'],
])('%j names its currency', (typed, amount, currency) => {
  expect(readAmount(typed)).toEqual({ amount, currency });
});

test.each([
  '',
  '€',
  'DA',
  'abc',
  '1e9',
  '-2',
  '2-3',
  '1 2',
  '06 12 34 56',
  '12 00',
  '0.500',
  '25,555',
  '25.555',
  '3,500',
  '25,555 €',
  '25,555 DA',
  '12€500',
  '12 DA 50',
  '２５，５５５',
  '1,2,3',
  '50 $',
  '€50€',
  '5 2 €',
  ',',
])('%j is no amount', (typed) => {
  expect(readAmount(typed)).toBeUndefined();
});

test('every amount is read back as the site writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom('EUR', 'DZD'), (amount, currency) => {
      expect(readAmount(moneyText({ amount, currency }))).toEqual({ amount, currency });
    }),
  );
});

test.each([
  ['2', 2000],
  ['2 kg', 2000],
  ['2,5kg', 2500],
  ['2.5 Kilos', 2500],
  ['500 g', 500],
  ['500gr', 500],
  ['1.500', 1500],
  ['1.500 g', 1500],
  ['1 500 g', 1500],
  ['2 kg 500', 2500],
  ['2kg500g', 2500],
  ['2kg5', 2500],
  ['2 kg 5', 2500],
  ['2kilos50', 2500],
  ['2kg05', 2050],
  ['3,500', 3500],
  ['3,500 kg', 3500],
  ['２ｋｇ５', 2500],
  ['２，５', 2500],
  ['٢كغ٥', 2500],
  ['1 kilo 50 g', 1050],
  ['1.500,50', 1_500_500],
  ['٢٫٥ كغ', 2500],
  ['٥٠٠ غ', 500],
  ['0', 0],
])('the weight %j is %i g', (typed, grams) => {
  expect(readGrams(typed)).toBe(grams);
});

test.each([
  '',
  'kg',
  'lourd',
  '2 lb',
  '1e9',
  '-2',
  '2kg5000',
  '2,5kg5',
  '2kg5kg',
  '2 à 3 kg',
  '2,5000',
  'x'.repeat(10_000),
])('%.20j is no weight', (typed) => {
  expect(readGrams(typed)).toBeUndefined();
});

test('a whole number is read in any digits and groups', () => {
  expect([' 12 ', '١٢', '1 200', '1.200'].map(readWhole)).toEqual([12, 12, 1200, 1200]);
  expect(['', 'haute', '1,5', '-1', '12 kg'].map(readWhole)).toEqual(Array.from({ length: 5 }));
});
