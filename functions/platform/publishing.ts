import type * as z from 'zod/mini';
import type { ProfileRecord } from '#shared/accounts/record.ts';
import type { NewPlace, Place } from '#shared/fields.ts';
import { unlistedLimit } from '#shared/parcels/rules.ts';
import { countryName } from '#shared/places.ts';
import { Refusal } from '#shared/refusal.ts';
import { readPlace } from './places.ts';

/**
 * The place of a listing, named by our own data: the country's French name, and the city's when it was chosen from the
 * list. A city typed freely is kept as typed; a place id of another country or of nothing is INVALID.
 */
export async function placeOf(typed: z.output<typeof NewPlace>, field: string): Promise<Place> {
  const country = countryName(typed.countryCode);
  if (!country) throw new Refusal('INVALID', undefined, { fields: { [`${field}.countryCode`]: 'Le pays est requis' } });
  if (!typed.placeId) return { city: typed.city, country, countryCode: typed.countryCode };
  const known = await readPlace(typed.countryCode, typed.placeId);
  if (!known) throw new Refusal('INVALID', undefined, { fields: { [`${field}.city`]: 'La ville est requise' } });
  return { city: known.name, country, countryCode: typed.countryCode, placeId: typed.placeId };
}

/** A member who is not approved yet may have only a few listings awaiting validation (docs/decisions: trust). */
export async function requireRoom(profile: ProfileRecord, countUnlisted: () => Promise<number>): Promise<void> {
  if (profile.status === 'approved') return;
  if ((await countUnlisted()) >= unlistedLimit) {
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `Vous avez déjà ${unlistedLimit} annonces en attente de validation. Attendez la vérification de votre profil.`,
    });
  }
}
