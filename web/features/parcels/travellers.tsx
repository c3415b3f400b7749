import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Closeness } from '#shared/matching/contract.ts';
import { canTake, closenessOf, type Load } from '#shared/matching/rules.ts';
import { closenessLabels } from '#shared/matching/words.ts';
import type { TripCard } from '#shared/search/contract.ts';
import { readGrams } from '#shared/values/typed/numbers.ts';
import { tripsForQuery } from '#web/features/matching/api.ts';
import { mostNotified } from '#web/features/parcels/notify-travellers.ts';
import type { ParcelFormState, ParcelValues } from '#web/features/parcels/parcel-form.ts';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { toQuery } from '#web/features/search/filters.ts';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { weightBounds } from '#web/features/trips/trip-form.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

/** Number of best matches; a button shows the others, so that the publish button stays near. */
const firstShown = 3;

type Match = TripCard & { closeness: Closeness };

/** « Choisir un voyageur »: trips that could take this parcel; the marked ones are notified after the publication. */
export function Travellers({ form }: { form: ParcelFormState }) {
  const { watch, setValue } = form;
  const { trips, error, retry } = useTravellers(watch());
  const [showsAll, setShowsAll] = useState(false);
  const marked = watch('notified');
  const mark = (tripId: string, isMarked: boolean) =>
    setValue('notified', isMarked ? [...marked, tripId] : marked.filter((id) => id !== tripId), { shouldDirty: true });
  return (
    <>
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!trips && !error && <CardSkeletons count={2} />}
      {trips?.length === 0 && (
        <p className="muted">
          {(readGrams(watch('weight')) ?? 0) > weightBounds.max * 1000
            ? `Aucun voyageur ne prend plus de ${weightBounds.max} kg : partagez votre envoi en plusieurs colis.`
            : "Aucun voyageur sur ce trajet pour l'instant, votre annonce leur sera visible."}
        </p>
      )}
      {trips && trips.length > 0 && (
        <>
          <p className="muted">
            Facultatif : prévenez jusqu'à {mostNotified} voyageurs par message, dès la publication.
          </p>
          <ul className="card-grid">
            {trips.slice(0, showsAll ? trips.length : firstShown).map((trip) => (
              <li key={trip.id} className="card stack">
                <TripFacts trip={trip} level="h3" />
                <MemberLine member={trip.owner} />
                <Badge tone={trip.closeness === 'exact' ? 'success' : 'neutral'}>
                  {closenessLabels[trip.closeness]}
                </Badge>
                <CheckboxField
                  label={
                    <>
                      Prévenir ce voyageur <span className="visually-hidden">({trip.owner.firstName})</span>
                    </>
                  }
                  id={`notify-${trip.id}`}
                  name={`notify-${trip.id}`}
                  optional
                  checked={marked.includes(trip.id)}
                  disabled={!marked.includes(trip.id) && marked.length >= mostNotified}
                  onChange={({ target }) => mark(trip.id, target.checked)}
                />
              </li>
            ))}
          </ul>
          <MoreButton hasMore={!showsAll && trips.length > firstShown} busy={false} onMore={() => setShowsAll(true)} />
        </>
      )}
    </>
  );
}

/** Members get the server's matches over all pages; visitors get the first page of the public search. */
function useTravellers(values: ParcelValues): { trips: Match[] | undefined; error: Error | null; retry: () => void } {
  const { status } = useSession();
  const load = loadOf(values);
  const { pickup, delivery } = values;
  const found = useQuery({
    ...tripsForQuery(values),
    enabled: status === 'member',
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const route = toQuery({ from: pickup, to: delivery, date: '', parts: [] }, 'trip');
  const seen = useQuery({ ...searchQuery('searchTrips', { query: route }), enabled: status === 'visitor' });
  if (status === 'member') return { trips: found.data?.items, error: found.error, retry: () => void found.refetch() };
  const trips = seen.data?.items.flatMap((trip): Match[] => {
    const closeness = canTake(trip, load) && closenessOf(trip, load);
    return closeness ? [{ ...trip, closeness }] : [];
  });
  return { trips, error: seen.error, retry: () => void seen.refetch() };
}

const loadOf = ({ weight, ...values }: ParcelValues): Load => ({
  ...values,
  weightGrams: readGrams(weight) ?? 0,
});
