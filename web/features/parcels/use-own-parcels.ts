import type { Parcel } from '#shared/parcels/contract.ts';
import type { Situation, Standing } from '#shared/situation/contract.ts';
import { isFound } from '#shared/situation/stages.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';

/** Owners always read the situation of their parcel. */
export type OwnParcel = Parcel & { situation: Situation };

const isOwn = (parcel: Parcel): parcel is OwnParcel => parcel.situation !== undefined;

/** The member's own parcels, all or of one status, page by page, with the count of each section. */
export function useOwnParcels(stage?: Standing) {
  const list = usePages(queryKey('parcels', 'myParcels', { query: { stage } }), (cursor, options) =>
    parcelsApi.myParcels({ query: { stage, cursor } }, options),
  );
  const counts = stage ? undefined : list.pages?.[0]?.counts;
  return { ...list, counts, parcels: list.pages?.flatMap((page) => page.items.filter(isOwn)) };
}

/** The member's own parcels that can be carried now, page by page. */
export function useListedParcels() {
  const { parcels, error, retry, more } = useOwnParcels();
  return { parcels: parcels?.filter(({ situation }) => isFound(situation)), error, retry, more };
}
