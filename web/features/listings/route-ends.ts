import { maxLength } from '#shared/values/fields.ts';
import { isCountry } from '#shared/values/places.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';

type End = 'City' | 'Country' | 'Place';
interface RouteQuery {
  get(name: `${'from' | 'to'}${End}`): string | null;
}

/** The two places of an address, as a new listing's form begins with them. Undefined when one of them is not whole. */
export function routeEnds(params: RouteQuery) {
  const [from, to] = [placeIn(params, 'from'), placeIn(params, 'to')];
  return from && to ? { from, to } : undefined;
}

function placeIn(params: RouteQuery, side: 'from' | 'to') {
  const city = tidyLine(params.get(`${side}City`) ?? '').slice(0, maxLength.city);
  const countryCode = params.get(`${side}Country`) ?? '';
  const placeId = /^\d{1,10}$/.exec(params.get(`${side}Place`) ?? '')?.[0];
  return city && isCountry(countryCode) ? { city, countryCode, ...(placeId ? { placeId } : {}) } : undefined;
}
