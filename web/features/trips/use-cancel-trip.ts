import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trip } from '#shared/trips/contract.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { dropReason } from '#web/forms/use-kept-text.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

/** Cancels a trip, at exactly the version of its row. */
export function useCancelTrip() {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ trip, reason }: { trip: Trip; reason: string }): Promise<Trip> => {
      const call = { params: { tripId: trip.id }, version: trip.version, body: { reason } };
      return tripsApi.cancelTrip(call, { idempotencyKey: keyOfTry(call) });
    },
    onSuccess: (_, { trip }) => {
      dropReason('cancelTrip', trip.id);
      toast.success('Trajet annulé', "Il n'apparaît plus dans la recherche.");
    },
    // The agreements of the trip end with it (rule 129).
    onSettled: () =>
      touch(
        queries,
        ['trips', 'myTrips'],
        ['trips', 'readTrip'],
        ['deliveries', 'myDeliveries'],
        ['deliveries', 'myRequests'],
        ['deliveries', 'tracking'],
        ['messaging', 'conversation'],
      ),
  });
}
