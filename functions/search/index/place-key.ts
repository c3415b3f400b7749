import type { Place } from '#shared/values/fields.ts';
import { foldPlace } from '#shared/values/places.ts';

/** A place in keys: `FR.2988507`, or `FR.~folded name` for an unlisted city. */
export const placeKey = ({ countryCode, placeId, city }: Pick<Place, 'countryCode' | 'placeId' | 'city'>) =>
  `${countryCode}.${placeId ?? `~${foldPlace(city)}`}`;

export const countryOf = (place: string) => place.slice(0, 2);

/** A city that is in no list: several places have its name, or none. */
export const isUnlisted = (place: string) => place.charAt(3) === '~';
