import type * as z from 'zod/mini';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { unlistedLimit } from '#shared/parcels/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { NewPlace, Place } from '#shared/values/fields.ts';
import { countryName } from '#shared/values/places.ts';
import type { Places } from './places.ts';

/**
 * A listing's place with our own names: the country in French, and the city if it is in the list, by id or by its typed
 * name. Any other city keeps its typed name. An unknown place id, or one of another country, is INVALID.
 */
export async function placeOf(places: Places, typed: z.output<typeof NewPlace>, field: string): Promise<Place> {
  const country = countryNameAt(typed.countryCode, field);
  if (!typed.placeId) {
    const named = await places.findPlace(typed.countryCode, typed.city);
    if (!named) return { city: typed.city, country, countryCode: typed.countryCode };
    return { city: named.name, country, countryCode: typed.countryCode, placeId: named.placeId };
  }
  const known = await places.readPlace(typed.countryCode, typed.placeId);
  if (!known) throw new Refusal('INVALID', undefined, { fields: { [`${field}.city`]: 'La ville est requise' } });
  return { city: known.name, country, countryCode: typed.countryCode, placeId: typed.placeId };
}

/** The French name of a country. An unknown one is INVALID. */
export function countryNameAt(countryCode: string, field: string): string {
  const country = countryName(countryCode);
  if (!country) throw new Refusal('INVALID', undefined, { fields: { [`${field}.countryCode`]: 'Le pays est requis' } });
  return country;
}

/**
 * An unapproved member may have only a few parcels and trips awaiting validation, together (decision 014). The writes
 * let one of concurrent acts pass, so the act needs an `again`.
 */
export async function roomFor({ table, now }: Pick<Deps, 'table' | 'now'>, profile: ProfileRecord): Promise<Write[]> {
  if (profile.status === 'approved') return [];
  const turn = await oneByOne(table, 'unlisted', profile.id, now());
  const [parcels, trips] = await Promise.all([
    parcelRepository(table).waitingCount(profile.id, now()),
    tripRepository(table).waitingCount(profile.id, now()),
  ]);
  if (parcels + trips >= unlistedLimit) {
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `Vous avez déjà ${unlistedLimit} annonces en attente de validation. Attendez la vérification de votre profil.`,
    });
  }
  return [turn];
}

/** The typed text is kept, and the owner decides again. */
export const staleListing = {
  title: 'Annonce modifiée entre-temps',
  detail:
    "Votre annonce vient d'être validée ou modifiée ailleurs. Vos modifications sont toujours là : relisez-les, puis enregistrez à nouveau.",
};
