import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Parcel } from '#shared/parcels/contract.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { toast } from '#web/lib/toast.ts';

interface ListingAct {
  act: 'pauseParcel' | 'resumeParcel';
  parcel: Parcel;
}

const done: Readonly<Record<ListingAct['act'], string>> = {
  pauseParcel: "L'annonce n'apparaît plus dans la recherche.",
  resumeParcel: "L'annonce est de nouveau active.",
};

/** An owner's act on a listing from its row, at exactly the version of the row. */
export function useListingAct() {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ act, parcel }: ListingAct): Promise<Parcel> => {
      const call = { params: { parcelId: parcel.id }, version: parcel.version };
      return parcelsApi[act](call, { idempotencyKey: keyOfTry({ ...call, act }) });
    },
    onSuccess: (_parcel, { act }) => toast.success('Statut mis à jour', done[act]),
    onError: (fault) => {
      const problem = asProblem(fault);
      toast.error('Impossible de mettre à jour le statut', problem.detail, wayOutOf(problem));
    },
    // After a success or a lost race, the list shows the current state.
    onSettled: () => touch(queries, ['parcels', 'myParcels'], ['parcels', 'readParcel']),
  });
}
