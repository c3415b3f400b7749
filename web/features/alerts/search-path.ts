import type { Alert } from '#shared/alerts/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';

/** The find page with the search of an alert. */
export const searchPath = ({ kind, from, to, date, filter }: Pick<Alert, 'kind' | 'from' | 'to' | 'date' | 'filter'>) =>
  withQuery(paths.findParcels, {
    tab: kind === 'trip' ? 'trips' : undefined,
    fromCountry: from?.countryCode,
    fromCity: from?.city,
    fromPlace: from?.placeId,
    toCountry: to?.countryCode,
    toCity: to?.city,
    toPlace: to?.placeId,
    date,
    filter,
  });
