import { expect, test } from 'vitest';
import { moneyText } from './money.ts';

const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('a price is written in its currency, with cents only where there are some', () => {
  expect(plain(moneyText({ amount: 2500, currency: 'EUR' }))).toBe('25 €');
  expect(plain(moneyText({ amount: 1250, currency: 'EUR' }))).toBe('12,50 €');
  expect(plain(moneyText({ amount: 500_000, currency: 'DZD' }))).toBe('5000 DA');
  expect(plain(moneyText({ amount: 1_200_000, currency: 'DZD' }))).toBe('12 000 DA');
  expect(plain(moneyText({ amount: 125_050, currency: 'EUR' }))).toBe('1250,50 €');
});
