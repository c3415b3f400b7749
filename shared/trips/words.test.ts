import { expect, test } from 'vitest';
import { capacityText, tripPriceText } from './words.ts';

const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('a trip says its price, per kilo when it is, or that it is to be agreed', () => {
  const price = { amount: 500, currency: 'EUR' } as const;
  expect(plain(tripPriceText({ priceType: 'fixed', price }))).toBe('5 €');
  expect(plain(tripPriceText({ priceType: 'per_kg', price }))).toBe('5 € / kg');
  expect(tripPriceText({ priceType: 'negotiable' })).toBe('Prix à convenir');
});

test('what a traveller can take is said as specified', () => {
  expect(capacityText({ maxWeightKg: 8, maxSize: 'medium' })).toBe('Max: 8kg · Moyen');
});
