import { expect, test } from 'vitest';
import { capacityText, tripPriceText } from './words.ts';

const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('a trip shows its price, in total or per kilo, or that it is negotiable', () => {
  const price = { amount: 500, currency: 'EUR' } as const;
  expect(plain(tripPriceText({ priceType: 'fixed', price }))).toBe('5 € par colis');
  expect(plain(tripPriceText({ priceType: 'per_kg', price }))).toBe('5 € / kg');
  expect(tripPriceText({ priceType: 'negotiable' })).toBe('Prix à convenir');
});

test('what a traveller can take is worded as specified', () => {
  expect(capacityText({ maxWeightKg: 8, bookedGrams: 3500, maxSize: 'medium' }, true)).toBe(
    "8\u00a0kg · colis jusqu'à moyen",
  );
  expect(capacityText({ maxWeightKg: 8, maxSize: 'medium' })).toBe("Jusqu'à 8\u00a0kg · colis jusqu'à moyen");
});

test.each([
  [0, "Jusqu'à 8 kg"],
  [3500, 'Il reste 4,5 kg sur 8'],
  [7500, 'Il reste 0,5 kg sur 8'],
  [7501, 'Complet'],
  [8000, 'Complet'],
])('with %i g booked a trip of 8 kg says « %s »', (bookedGrams, text) => {
  expect(plain(capacityText({ maxWeightKg: 8, bookedGrams, maxSize: 'medium' }))).toBe(`${text} · colis jusqu'à moyen`);
});
