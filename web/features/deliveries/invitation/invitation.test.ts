import { expect, test } from 'vitest';
import { suggestedPrice } from './invitation.tsx';

const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });

test('a trip with a price for each kilo: the price of this weight', () => {
  expect(suggestedPrice({ priceType: 'per_kg', price: euros(8) }, { weightGrams: 3500, price: euros(30) })).toEqual(
    euros(28),
  );
});

test('a trip with one price for all: that price', () => {
  expect(suggestedPrice({ priceType: 'fixed', price: euros(40) }, { weightGrams: 3500 })).toEqual(euros(40));
});

test('a trip without a price: the one that the parcel announces, or none', () => {
  expect(suggestedPrice({ priceType: 'negotiable' }, { weightGrams: 3500, price: euros(30) })).toEqual(euros(30));
  expect(suggestedPrice({ priceType: 'negotiable' }, { weightGrams: 3500 })).toBeUndefined();
});
