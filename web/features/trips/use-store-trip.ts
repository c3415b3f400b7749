import { useRef } from 'react';
import { Trip } from '#shared/trips/contract.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { type TripValues, toNewTrip } from '#web/features/trips/trip-form.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';

/** Publishes a trip, or stores the edit of `edited`. After STALE the next try is about the current version. */
export function useStoreTrip(edited: Trip | undefined) {
  const idempotencyKey = useIdempotencyKey();
  const version = useRef(edited?.version ?? 0);
  return async (values: TripValues): Promise<Trip> => {
    const body = toNewTrip(values);
    if (!edited) return tripsApi.publishTrip({ body }, { idempotencyKey: idempotencyKey(body) });
    const call = { params: { tripId: edited.id }, version: version.current, body };
    try {
      return await tripsApi.editTrip(call, { idempotencyKey: idempotencyKey(call) });
    } catch (fault) {
      const { code, current } = asProblem(fault);
      const standing = Trip.safeParse(current).data;
      if (code === 'STALE' && standing) version.current = standing.version;
      throw fault;
    }
  };
}
