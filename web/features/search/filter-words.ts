import { sizeLabels } from '#shared/parcels/words.ts';
import { type FilterPart, type ListingKind, secondOrder, weightChoices } from '#shared/search/filter.ts';
import { Transport } from '#shared/trips/fields.ts';
import { transportLabels } from '#shared/trips/words.ts';
import { Size } from '#shared/values/fields.ts';

/** One choice of a group; the first option of a screen is always none of them. */
export interface Choice {
  label: string;
  none: string;
  options: readonly { part: FilterPart; text: string }[];
}

/** The orders of each kind, its usual one first. */
export const orderOf: Readonly<Record<ListingKind, Choice>> = {
  parcel: {
    label: 'Ordre',
    none: 'Plus récents',
    options: [{ part: secondOrder.parcel, text: 'Date limite la plus proche' }],
  },
  trip: { label: 'Ordre', none: 'Départ le plus proche', options: [{ part: secondOrder.trip, text: 'Plus récents' }] },
};

const sizes: Choice = {
  label: 'Taille du colis',
  none: 'Taille : toutes',
  options: Size.options.map((size) => ({ part: `size-${size}`, text: sizeLabels[size] })),
};
const weights = (text: (kg: number) => string): Choice => ({
  label: 'Poids du colis',
  none: 'Poids : tous',
  options: weightChoices.map((kg) => ({ part: `weight-${kg}`, text: text(kg) })),
});
const transports: Choice = {
  label: 'Moyen de transport',
  none: 'Transport : tous',
  options: Transport.options.map((means) => ({ part: `transport-${means}`, text: transportLabels[means] })),
};

export const choicesOf: Readonly<Record<ListingKind, readonly Choice[]>> = {
  parcel: [sizes, weights((kg) => `${kg} kg au plus`)],
  trip: [transports, sizes, weights((kg) => `Place pour ${kg} kg`)],
};

export const togglesOf: Readonly<Record<ListingKind, readonly { part: FilterPart; text: string }[]>> = {
  parcel: [{ part: 'verified', text: 'Identité vérifiée' }],
  trip: [
    { part: 'verified', text: 'Identité vérifiée' },
    { part: 'fragile', text: 'Accepte les objets fragiles' },
  ],
};

export function partText(kind: ListingKind, part: FilterPart): string {
  const choice = choicesOf[kind].find(({ options }) => options.some((option) => option.part === part));
  const option = [...(choice?.options ?? []), ...togglesOf[kind]].find((one) => one.part === part);
  const text = option?.text ?? part;
  return choice?.label === sizes.label ? `${sizes.label} : ${text}` : text;
}
