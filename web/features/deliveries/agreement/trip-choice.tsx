import { type ReactNode, useState } from 'react';
import { closenessOf } from '#shared/matching/rules.ts';
import { weightText } from '#shared/parcels/words.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { freeGrams, isFull } from '#shared/trips/room.ts';
import { roomText, transportText } from '#shared/trips/words.ts';
import { routeText } from '#shared/values/french.ts';
import { shortDay } from '#shared/values/time.ts';
import type { ActParcel } from '#web/features/deliveries/acts/act-names.ts';
import { useUpcomingTrips } from '#web/features/trips/use-trips.ts';
import { SelectField } from '#web/forms/text-field.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface TripChoice {
  tripId: string | undefined;
  /** The trips are still being read, so their carrier has not seen which one they name. */
  waits: boolean;
  field: ReactNode;
}

/** The carrier's listed trips, of which they name the one that takes the parcel. Naming none is always possible. */
export function useTripChoice(parcel: ActParcel): TripChoice {
  const own = useUpcomingTrips();
  const [picked, setPicked] = useState<string>();
  const trips = own.trips && bestFirst(own.trips.filter(isListed), parcel);
  const best = trips?.find((trip) => closenessOf(trip, parcel) && !isLate(trip, parcel) && hasRoom(trip, parcel));
  const tripId = picked ?? best?.id ?? '';
  return {
    tripId: tripId || undefined,
    waits: !own.trips && !own.error,
    field: trips ? (
      <TripField trips={trips} parcel={parcel} value={tripId} onPick={setPicked} />
    ) : own.error ? (
      <LoadFailed title="Impossible de charger vos trajets." error={own.error} onRetry={own.retry} />
    ) : (
      <Loading>
        <Skeleton height="4rem" />
      </Loading>
    ),
  };
}

interface TripFieldProps {
  trips: readonly Trip[];
  parcel: ActParcel;
  value: string;
  onPick: (tripId: string) => void;
}

function TripField({ trips, parcel, value, onPick }: TripFieldProps) {
  if (trips.length === 0)
    return <p className="muted">Aucun de vos trajets n'est en ligne : l'accord se fera sans trajet.</p>;
  return (
    <SelectField
      label="Avec quel trajet ?"
      name="tripId"
      value={value}
      onChange={({ target }) => onPick(target.value)}
      options={[
        ...trips.map((trip) => [trip.id, lineOf(trip, parcel), !hasRoom(trip, parcel)] as const),
        ['', 'Sans trajet publié'],
      ]}
    />
  );
}

/** « Avion, 12 déc. 2026 · de Paris à Alger · Il reste 4,5 kg sur 8 » */
const lineOf = (trip: Trip, parcel: ActParcel): string =>
  [
    `${transportText(trip.transport)}, ${shortDay(trip.travelDate)}`,
    routeText(trip.depart, trip.arrival),
    hasRoom(trip, parcel) || isFull(trip) ? roomText(trip) : `Il ne reste que ${weightText(freeGrams(trip))}`,
    ...(isLate(trip, parcel) ? ['part après la date limite du colis'] : []),
  ].join(' · ');

const isListed = ({ status, adminStatus }: Trip) => status === 'active' && adminStatus === 'approved';

const hasRoom = (trip: Trip, { terms, weightGrams }: ActParcel) => freeGrams(trip) >= (terms?.grams ?? weightGrams);

const isLate = ({ travelDate }: Trip, { deadline }: ActParcel) => travelDate > deadline;

const ranks = ['exact', 'onTheWay', 'sameCountries', undefined] as const;

/** The closest route first, then the soonest. */
const bestFirst = (trips: readonly Trip[], parcel: ActParcel): Trip[] =>
  ranks.flatMap((closeness) => trips.filter((trip) => closenessOf(trip, parcel) === closeness));
