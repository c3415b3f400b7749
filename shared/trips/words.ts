import { sizeLabels, weightText } from '../parcels/words.ts';
import type { Place } from '../values/fields.ts';
import { routeText } from '../values/french.ts';
import { moneyText, priceToAgree } from '../values/money.ts';
import { shortDay } from '../values/time.ts';
import type { Trip } from './contract.ts';
import { freeGrams, isFull, type PriceType, type Room, type Transport } from './fields.ts';

/** One list everywhere (rule 6). */
export const transportLabels: Readonly<Record<Transport, string>> = {
  car: 'Voiture',
  plane: 'Avion',
  train: 'Train',
  bus: 'Bus',
  truck: 'Camion',
  boat: 'Bateau',
};

/** Empty for a means of transport that this release does not know. */
export const transportText = (transport: Transport | undefined): string =>
  transport ? transportLabels[transport] : 'Autre moyen de transport';

/** Means by which private people may only share costs (rule 218). */
export const onRoad: ReadonlySet<string> = new Set<Transport>(['car', 'bus', 'truck']);

export const sharedCosts =
  "En voiture, en bus ou en camion, la loi n'autorise entre particuliers que le partage des frais (carburant, péages, traversée).";

export const priceTypeLabels: Readonly<Record<PriceType, string>> = {
  fixed: 'Prix par colis',
  per_kg: 'Prix par kilo',
  negotiable: priceToAgree,
};

/** « 25 € par colis », « 5 € / kg », « Prix à convenir » */
export function tripPriceText({ price, priceType }: Pick<Trip, 'price' | 'priceType'>): string {
  if (!price || priceType === 'negotiable') return priceToAgree;
  return priceType === 'per_kg' ? `${moneyText(price)} / kg` : `${moneyText(price)} par colis`;
}

/** « Avion de Paris à Alger, 12 déc. 2026 »: identifies a trip in a list. */
export const tripName = ({ transport, depart, arrival, travelDate }: NamedTrip) =>
  `${transportText(transport)} ${routeText(depart, arrival)}, ${shortDay(travelDate)}`;
type NamedTrip = Pick<Trip, 'transport' | 'travelDate'> & Record<'depart' | 'arrival', Pick<Place, 'city'>>;

const fullTripLabel = 'Complet';

/** « Jusqu'à 8 kg », « Il reste 4,5 kg sur 8 » once some are booked, « Complet » */
export function roomText(trip: Room): string {
  if (isFull(trip)) return fullTripLabel;
  return trip.bookedGrams
    ? `Il reste ${weightText(freeGrams(trip))} sur ${trip.maxWeightKg}`
    : `Jusqu'à ${trip.maxWeightKg}\u00a0kg`;
}

/** « Il reste 4,5 kg sur 8 · colis jusqu'à moyen » (product 2.2). A trip that is over tells its announced weight. */
export const capacityText = (trip: Room & Pick<Trip, 'maxSize'>, isOver = false) =>
  `${isOver ? `${trip.maxWeightKg}\u00a0kg` : roomText(trip)} · colis jusqu'à ${sizeLabels[trip.maxSize].toLowerCase()}`;

/** Label of a trip that is not cancelled, by its day (product 2.4). */
export const tripTimeLabels = { upcoming: 'Confirmé', past: 'Terminé' } as const;
export const cancelledTripLabel = 'Annulé';
