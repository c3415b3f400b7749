import { sizeLabels, weightText } from '../parcels/words.ts';
import { freeGrams, isFull } from '../trips/fields.ts';
import { capacityText, transportText, tripPriceText } from '../trips/words.ts';
import { brand } from '../values/brand.ts';
import { routeText } from '../values/french.ts';
import { moneyText, priceToAgree } from '../values/money.ts';
import { shortDay } from '../values/time.ts';
import { isolated, leftToRight } from '../values/typed/characters.ts';
import type { OwnerlessParcel, OwnerlessTrip } from './pictures.ts';

export interface ShareWords {
  /** « Livres, de Paris à Alger » */
  readonly title: string;
  /** « Avant le 12 déc. 2026 », « Petit », « 2,5 kg », « 20 € » */
  readonly facts: readonly string[];
  readonly message: string;
}

export type SharedParcel = Pick<
  OwnerlessParcel,
  'title' | 'pickup' | 'delivery' | 'deadline' | 'size' | 'weightGrams' | 'price'
>;
export type SharedTrip = Pick<
  OwnerlessTrip,
  'depart' | 'arrival' | 'travelDate' | 'transport' | 'maxWeightKg' | 'bookedGrams' | 'maxSize' | 'priceType' | 'price'
>;

export function parcelShareWords({ title, pickup, delivery, deadline, size, weightGrams, price }: SharedParcel) {
  const named = `${leftToRight(isolated(title))}, ${routeText(pickup, delivery)}`;
  const day = `avant le ${shortDay(deadline)}`;
  return {
    title: named,
    facts: [`À livrer ${day}`, sizeLabels[size], weightText(weightGrams), price ? moneyText(price) : priceToAgree],
    message: `${named}, ${day} : ce colis cherche son voyageur sur ${brand.name}.`,
  } satisfies ShareWords;
}

export function tripShareWords(trip: SharedTrip) {
  const route = routeText(trip.depart, trip.arrival);
  const day = `le ${shortDay(trip.travelDate)}`;
  return {
    title: `Trajet ${route}, ${day}`,
    facts: [transportText(trip.transport), capacityText(trip), tripPriceText(trip)],
    message: isFull(trip)
      ? `Trajet ${route}, ${day}, complet pour le moment, sur ${brand.name}.`
      : `Trajet ${route}, ${day}, jusqu'à ${weightText(freeGrams(trip))} : ce voyageur peut emporter votre colis avec ${brand.name}.`,
  } satisfies ShareWords;
}
