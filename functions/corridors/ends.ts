import { slugOf } from '#shared/values/places.ts';
import type { SluggedPlace, Slugs } from './slugs.ts';

export interface Ends {
  readonly from: SluggedPlace;
  readonly to: SluggedPlace;
}

/** Longer than any slug of two places, and short enough to be split at each hyphen. */
const mostLetters = 200;

/**
 * The places of a corridor's slug in any spelling, and of ids that win over its words. Undefined when one end is no
 * place, or both are the same.
 */
export function endsOf(
  slugs: Slugs,
  slug: string,
  ids: { readonly fromPlace?: string | undefined; readonly toPlace?: string | undefined } = {},
): Ends | undefined {
  const [from, to] = [ids.fromPlace, ids.toPlace].map((id) => (id === undefined ? undefined : slugs.byId(id)));
  if (from && to) return apart({ from, to });
  const words = slug.length > mostLetters ? undefined : splitOf(slugs, slugOf(slug));
  return words && apart({ from: from ?? words.from, to: to ?? words.to });
}

const apart = (ends: Ends) => (ends.from.place.placeId === ends.to.place.placeId ? undefined : ends);

/** The heaviest pair of places that a slug can be split into at one of its hyphens. */
function splitOf(slugs: Slugs, slug: string): Ends | undefined {
  let best: Ends | undefined;
  for (let at = slug.indexOf('-'); at > 0; at = slug.indexOf('-', at + 1)) {
    const from = slugs.bySlug(slug.slice(0, at));
    const to = from && slugs.bySlug(slug.slice(at + 1));
    if (to && apart({ from, to }) && (!best || weightOf({ from, to }) > weightOf(best))) best = { from, to };
  }
  return best;
}

const weightOf = ({ from, to }: Ends) => from.weight + to.weight;

/** The canonical slug of a corridor, with ids where the words alone mean other places. */
export function corridorSlug(slugs: Slugs, { from, to }: Ends): string {
  const words = `${from.slug}-${to.slug}`;
  const meant = splitOf(slugs, words);
  const isMeant = meant?.from.place.placeId === from.place.placeId && meant.to.place.placeId === to.place.placeId;
  return isMeant ? words : [from, to].map(({ place }) => `${slugOf(place.city)}-${place.placeId}`).join('-');
}
