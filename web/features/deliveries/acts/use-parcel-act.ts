import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actWords, deliveryWords } from '#shared/deliveries/words.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { ActName, ActParcel } from '#web/features/deliveries/acts/act-names.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { toast } from '#web/lib/toast.ts';

/** An act with its input; `also`: another effect of the same press. */
export type ParcelStep =
  | { act: 'chooseCarrier'; parcel: ActParcel; carrierId: string }
  | { act: 'releaseCarrier'; parcel: ActParcel; reason?: string }
  | { act: 'returnParcel' | 'cancelParcel'; parcel: ActParcel; reason: string }
  | { act: PlainAct; parcel: ActParcel; also?: string | undefined };
type PlainAct = 'acceptDelivery' | 'validatePickup' | 'startDelivery' | 'validateDelivery' | 'confirmReturn';

/** Another member was faster, and another try cannot succeed. */
const overtaken = new Set(['NOT_FOUND', 'NOT_ALLOWED', 'STATE_CHANGED', 'ALREADY_ASSIGNED', 'USE_RETURN']);

/** Why an act was not done, whether it is still possible, and what the member can do about it. */
export type ActFailure = {
  title: string;
  detail: string;
  isPossible: boolean;
  wayOut?: ReturnType<typeof wayOutOf>;
};

/**
 * One step of a parcel, of exactly the version on the screen. After a success, or if another member was faster, the
 * page shows the current state. `act` announces a success itself and returns a failure, which the caller shows.
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
      ['deliveries', 'myRequests'],
      ['parcels', 'myParcels'],
    );
  };
  const mutation = useMutation({
    mutationFn: (step: ParcelStep): Promise<Parcel> => {
      const { parcel, act, ...facts } = step;
      const call = { params: { parcelId: parcel.id }, version: parcel.version };
      const options = { idempotencyKey: keyOfTry({ act, ...call, ...facts }) };
      switch (step.act) {
        case 'chooseCarrier':
          return deliveriesApi.chooseCarrier({ ...call, body: { carrierId: step.carrierId } }, options);
        case 'releaseCarrier':
          return deliveriesApi.releaseCarrier({ ...call, body: { reason: step.reason } }, options);
        case 'returnParcel':
          return deliveriesApi.returnParcel({ ...call, body: { reason: step.reason } }, options);
        case 'cancelParcel':
          return parcelsApi.cancelParcel({ ...call, body: { reason: step.reason } }, options);
        case 'acceptDelivery':
        case 'validatePickup':
        case 'startDelivery':
        case 'validateDelivery':
        case 'confirmReturn':
          return deliveriesApi[step.act](call, options);
      }
    },
  });

  const act = async (step: ParcelStep): Promise<ActFailure | undefined> => {
    try {
      const parcel = await mutation.mutateAsync(step);
      toast.success(
        wordsOf[step.act].done,
        step.act === 'cancelParcel' ? cancelledText : 'also' in step ? step.also : undefined,
      );
      await show(parcel);
      return undefined;
    } catch (error) {
      const { code, detail, current } = asProblem(error);
      const now = Parcel.safeParse(current);
      await (now.success
        ? show(now.data)
        : touch(
            queries,
            ['parcels', 'readParcel'],
            ['messaging', 'conversation'],
            ['deliveries', 'myRequests'],
            ['deliveries', 'myDeliveries'],
          ));
      if (code === 'PHOTO_REQUIRED') return { ...deliveryWords.photoRequired, isPossible: true };
      const isPossible = now.success ? now.data.actions[step.act]?.allowed === true : !overtaken.has(code);
      return { title: wordsOf[step.act].failed, detail, isPossible, wayOut: wayOutOf({ code }) };
    }
  };
  return { act, busy: mutation.isPending };
}

const cancelledText = 'Votre envoi est annulé.';

const wordsOf: Readonly<Record<ActName, { done: string; failed: string }>> = {
  ...actWords,
  cancelParcel: { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
};
