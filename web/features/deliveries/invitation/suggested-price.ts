import type { Trip } from '#shared/trips/contract.ts';
import type { Money } from '#shared/values/fields.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';

/** The price that an owner finds in the field: the trip's for this weight, else the one that the parcel announces. */
export function suggestedPrice(
  { priceType, price }: Pick<Trip, 'priceType' | 'price'>,
  parcel: Pick<ActParcel, 'weightGrams' | 'price'>,
): Money | undefined {
  if (!price || priceType === 'negotiable') return parcel.price;
  if (priceType === 'fixed') return price;
  return { ...price, amount: Math.round((price.amount * parcel.weightGrams) / 1000) };
}
