import type { Closeness } from './contract.ts';

export const closenessLabels: Readonly<Record<Closeness, string>> = {
  exact: 'Même trajet',
  onTheWay: 'Sur la route',
  sameCountries: 'Mêmes pays',
};
