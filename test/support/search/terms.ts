import type { SearchPosition } from '#functions/search/index/listing.ts';
import { termsOfEntry } from '#functions/search/index/place-counts.ts';
import { placeKey } from '#functions/search/index/place-key.ts';
import { foldPlace } from '#shared/values/places.ts';

/** The four terms of a listing. */
export const termsOf = ({ from, to, day }: SearchPosition): string[] =>
  termsOfEntry({
    from: placeKey(from),
    to: placeKey(to),
    day,
    fromName: foldPlace(from.city),
    toName: foldPlace(to.city),
  });
