import { type ReactNode, useState } from 'react';
import { closenessOf } from '#shared/matching/rules.ts';
import type { Terms } from '#shared/parcels/terms.ts';
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

/** The choice of no trip. An untouched choice is empty. */
export const noTrip = 'none';

interface TripChoice {
  tripId: string | undefined;
  /** The trips are still being read, so their carrier has not seen which one they name. */
  waits: boolean;
  field: ReactNode;
}

interface TripOptions {
  /** The trip that is chosen first, in place of the best one: that of an earlier choice, or `noTrip`. */
  chosen?: string | undefined;
  /** The parcel travels with this trip already: it stays a choice, its kilos are booked, and none is no choice. */
  agreed?: Terms['trip'];
  onPick?: (tripId: string) => void;
}

/** The carrier's listed trips, of which they name the one that takes the parcel. Naming none is always possible. */
export function useTripChoice(parcel: ActParcel, { chosen, agreed, onPick }: TripOptions = {}): TripChoice {
  const own = useUpcomingTrips();
  const [picked, setPicked] = useState(chosen);
  const trips = own.trips && bestFirst(own.trips.filter(isListed), parcel);
  const best = trips?.find((trip) => closenessOf(trip, parcel) && !isLate(trip, parcel) && hasRoom(trip, parcel));
  const options = trips && optionsOf(trips, parcel, agreed);
  // A trip of an earlier choice may be gone.
  const isThere = options?.some(([id, , isDisabled]) => id === picked && !isDisabled);
  const tripId = (isThere ? picked : undefined) ?? agreed?.id ?? best?.id ?? noTrip;
  const pick = (next: string) => {
    setPicked(next);
    onPick?.(next);
  };
  return {
    tripId: tripId === noTrip ? undefined : tripId,
    waits: !own.trips && !own.error,
    field: options ? (
      <TripField options={options} value={tripId} onPick={pick} />
    ) : own.error ? (
      <LoadFailed title="Impossible de charger vos trajets." error={own.error} onRetry={own.retry} />
    ) : (
      <Loading>
        <Skeleton height="4rem" />
      </Loading>
    ),
  };
}

type Option = readonly [id: string, label: string, isDisabled?: boolean];

function optionsOf(trips: readonly Trip[], parcel: ActParcel, agreed: Terms['trip']): Option[] {
  const others = trips.filter(({ id }) => id !== agreed?.id);
  return [
    ...(agreed ? [[agreed.id, `${transportText(agreed.transport)}, ${shortDay(agreed.travelDate)}`] as const] : []),
    ...others.map((trip) => [trip.id, lineOf(trip, parcel), !hasRoom(trip, parcel)] as const),
    ...(agreed ? [] : [[noTrip, 'Sans trajet publié'] as const]),
  ];
}

interface TripFieldProps {
  options: readonly Option[];
  value: string;
  onPick: (tripId: string) => void;
}

function TripField({ options, value, onPick }: TripFieldProps) {
  if (options.every(([id]) => id === noTrip))
    return <p className="muted">Aucun de vos trajets n'est en ligne : l'accord se fera sans trajet.</p>;
  return (
    <SelectField
      label="Avec quel trajet ?"
      name="tripId"
      value={value}
      onChange={({ target }) => onPick(target.value)}
      options={options}
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
