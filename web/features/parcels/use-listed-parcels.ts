import { isFound } from '#shared/situation/stages.ts';
import { useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';

/** The member's own parcels that can be carried now, page by page. */
export function useListedParcels() {
  const { parcels, error, retry, more } = useOwnParcels();
  return { parcels: parcels?.filter(({ situation }) => isFound(situation)), error, retry, more };
}
