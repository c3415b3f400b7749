import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actWords, deliveryWords } from '#shared/deliveries/words.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { ActName, ActParcel } from '#web/features/deliveries/acts/act-names.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { toast } from '#web/lib/toast.ts';

/** An act with its input; `also`: another effect of the same press. */
export type ParcelStep =
  | { act: 'chooseCarrier'; parcel: ActParcel; carrierId: string }
  | { act: 'acceptDelivery'; parcel: ActParcel; tripId: string | undefined }
  | { act: 'releaseCarrier'; parcel: ActParcel; reason?: string }
  | { act: 'returnParcel' | 'cancelParcel'; parcel: ActParcel; reason: string }
  | { act: PlainAct; parcel: ActParcel; also?: string | undefined };
type PlainAct = 'validatePickup' | 'startDelivery' | 'validateDelivery' | 'confirmReturn';

/** Another member was faster, and another try cannot succeed. */
export const overtaken: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'NOT_ALLOWED',
  'STATE_CHANGED',
  'ALREADY_ASSIGNED',
  'USE_RETURN',
  'OFFER_OVER',
]);

/** The answers about a parcel on the page: `show` after an act, `refresh` when another member was faster. */
export function useShownParcel() {
  const queries = useQueryClient();
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
      // An agreement takes kilos of a trip, and its end frees them.
      ['trips', 'myTrips'],
      ['trips', 'readTrip'],
    );
  };
  const refresh = () =>
    touch(
      queries,
      ['parcels', 'readParcel'],
      ['messaging', 'conversation'],
      ['deliveries', 'myRequests'],
      ['deliveries', 'myDeliveries'],
      ['trips', 'myTrips'],
      ['trips', 'readTrip'],
    );
  return { show, refresh };
}

/**
 * One step of a parcel, of exactly the version on the screen. After a success, or if another member was faster, the
 * page shows the current state. `act` announces a success itself and rejects with `ActFailed`, which the caller shows.
 */
export function useParcelAct() {
  const shown = useShownParcel();
  const keyOfTry = useIdempotencyKey();
  const mutation = useMutation({
    mutationFn: (step: ParcelStep): Promise<Parcel> => {
      const { parcel, act, ...facts } = step;
      const call = { params: { parcelId: parcel.id }, version: parcel.version };
      const options = { idempotencyKey: keyOfTry({ act, ...call, ...facts }) };
      switch (step.act) {
        case 'chooseCarrier':
          return deliveriesApi.chooseCarrier({ ...call, body: { carrierId: step.carrierId } }, options);
        case 'acceptDelivery':
          return deliveriesApi.acceptDelivery({ ...call, body: { tripId: step.tripId } }, options);
        case 'releaseCarrier':
          return deliveriesApi.releaseCarrier({ ...call, body: { reason: step.reason } }, options);
        case 'returnParcel':
          return deliveriesApi.returnParcel({ ...call, body: { reason: step.reason } }, options);
        case 'cancelParcel':
          return parcelsApi.cancelParcel({ ...call, body: { reason: step.reason } }, options);
        case 'validatePickup':
        case 'startDelivery':
        case 'validateDelivery':
        case 'confirmReturn':
          return deliveriesApi[step.act](call, options);
      }
    },
  });

  const act = async (step: ParcelStep): Promise<void> => {
    const parcel = await mutation.mutateAsync(step).catch(async (error: unknown) => {
      const { code, detail, current } = asProblem(error);
      const now = Parcel.safeParse(current);
      const refresh = () => (now.success ? shown.show(now.data) : shown.refresh());
      const failure =
        code === 'PHOTO_REQUIRED'
          ? deliveryWords.photoRequired
          : { title: wordsOf[step.act].failed, detail, wayOut: wayOutOf({ code }) };
      const isPossible = now.success ? now.data.actions[step.act]?.allowed === true : !overtaken.has(code);
      // The page would take the act away, and the sentence with it.
      if (!isPossible && code !== 'PHOTO_REQUIRED')
        throw new ActFailed({ ...failure, isFinal: true, onClosed: refresh });
      await refresh();
      throw new ActFailed(failure);
    });
    toast.success(
      wordsOf[step.act].done,
      step.act === 'cancelParcel' ? cancelledText : 'also' in step ? step.also : undefined,
    );
    await shown.show(parcel);
  };
  return act;
}

const cancelledText = 'Votre envoi est annulé.';

const wordsOf: Readonly<Record<ActName, { done: string; failed: string }>> = {
  ...actWords,
  cancelParcel: { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
};
