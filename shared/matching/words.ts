import type { Closeness } from './contract.ts';

/** Why a trip or a parcel is suggested. */
export const closenessLabels: Readonly<Record<Closeness, string>> = {
  exact: 'Même trajet',
  onTheWay: 'Sur la route',
  sameCountries: 'Mêmes pays',
};
