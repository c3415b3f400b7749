import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actWords, deliveryWords } from '#shared/deliveries/words.ts';
import { type DeliveryActName, Parcel } from '#shared/parcels/contract.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';
import { useIdempotencyKey } from '#web/lib/api/use-idempotency-key.ts';
import { toast } from '#web/lib/toast.ts';

export type ParcelAct =
  /** `also`: what else the same press has done. */
  | { act: Exclude<DeliveryActName, 'chooseCarrier'>; parcel: Parcel; also?: string | undefined }
  | { act: 'chooseCarrier'; parcel: Parcel; carrierId: string };

/**
 * One step of a parcel, of exactly the version that is on the screen. Whether it succeeds or somebody was faster, what
 * stands now is shown.
 */
export function useParcelAct() {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();

  const show = (parcel: Parcel) => {
    queries.setQueryData(queryKey('parcels', 'readParcel', { params: { parcelId: parcel.id } }), parcel);
    return touch(
      queries,
      ['messaging', 'conversation'],
      ['deliveries', 'tracking'],
      ['deliveries', 'proofs'],
      ['deliveries', 'myDeliveries'],
      ['parcels', 'myParcels'],
    );
  };

  return useMutation({
    mutationFn: (step: ParcelAct): Promise<Parcel> => {
      const { act, parcel } = step;
      const call = { params: { parcelId: parcel.id }, version: parcel.version };
      const body = step.act === 'chooseCarrier' ? { carrierId: step.carrierId } : undefined;
      const options = { idempotencyKey: keyOfTry({ act, ...call, body }) };
      return step.act === 'chooseCarrier'
        ? deliveriesApi.chooseCarrier({ ...call, body: { carrierId: step.carrierId } }, options)
        : deliveriesApi[step.act](call, options);
    },
    onSuccess: (parcel, step) => {
      toast.success(actWords[step.act].done, 'also' in step ? step.also : undefined);
      return show(parcel);
    },
    onError: (error, { act }) => {
      const { code, detail, current } = asProblem(error);
      if (code === 'PHOTO_REQUIRED') toast.error(deliveryWords.photoRequired.title, deliveryWords.photoRequired.detail);
      else toast.error(actWords[act].failed, detail);
      const now = Parcel.safeParse(current);
      return now.success ? show(now.data) : touch(queries, ['parcels', 'readParcel'], ['messaging', 'conversation']);
    },
  });
}
