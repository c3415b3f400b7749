import { type ReactNode, useState } from 'react';
import { closenessOf } from '#shared/matching/rules.ts';
import { validationLabels } from '#shared/parcels/status-words.ts';
import type { Terms, TermsTrip } from '#shared/parcels/terms.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { roomText } from '#shared/trips/words.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import {
  isLate,
  isOnRoute,
  lateText,
  limitsOf,
  reasonAgainst,
  tripLine,
} from '#web/features/deliveries/agreement/trip-fit.ts';
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

type Subject = Pick<Acted<ActParcel>, 'parcel' | 'situation'>;

/** The carrier's own trips, of which they name the one that takes the parcel. Naming none is always possible. */
export function useTripChoice(about: Subject, { chosen, agreed, onPick }: TripOptions = {}): TripChoice {
  const { parcel, situation } = about;
  const own = useUpcomingTrips();
  const [picked, setPicked] = useState(chosen);
  const trips = own.trips && bestFirst(own.trips, parcel);
  const { grams } = situation.terms;
  const fitting = trips?.filter(
    (trip) => isOnRoute(trip, parcel) && !isLate(trip, parcel) && !reasonAgainst(trip, grams),
  );
  const best = fitting?.find((trip) => limitsOf(trip, parcel).length === 0) ?? fitting?.[0];
  const options = trips && optionsOf(trips, about, agreed);
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

function optionsOf(trips: readonly Trip[], { parcel, situation }: Subject, agreed: TermsTrip | undefined): Option[] {
  const option = (trip: Trip): Option => {
    const reason = reasonAgainst(trip, situation.terms.grams);
    const named = tripLine({ ...trip, from: trip.depart.city, to: trip.arrival.city });
    const remarks = [reason ?? roomText(trip), ...limitsOf(trip, parcel), ...late(trip, parcel)];
    return [trip.id, [named, ...remarks].join(' · '), reason !== undefined];
  };
  // The kilos of an agreed trip are booked, also while it waits for its validation.
  const state = trips.find(({ id }) => id === agreed?.id)?.adminStatus ?? 'approved';
  const waits = state === 'approved' ? [] : [validationLabels[state]];
  return [
    ...(agreed ? [[agreed.id, [tripLine(agreed), ...waits, ...late(agreed, parcel)].join(' · ')] as const] : []),
    ...trips.filter(({ id }) => id !== agreed?.id).map(option),
    ...(agreed ? [] : [[noTrip, 'Sans trajet publié'] as const]),
  ];
}

const late = (trip: Pick<Trip, 'travelDate'>, parcel: ActParcel) => (isLate(trip, parcel) ? [lateText] : []);

interface TripFieldProps {
  options: readonly Option[];
  value: string;
  onPick: (tripId: string) => void;
}

function TripField({ options, value, onPick }: TripFieldProps) {
  if (options.every(([id]) => id === noTrip))
    return <p className="muted">Aucun de vos trajets n'est en ligne : vous vous mettrez d'accord sans trajet.</p>;
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

const ranks = ['exact', 'onTheWay', 'sameCountries', undefined] as const;

const bestFirst = (trips: readonly Trip[], parcel: ActParcel): Trip[] =>
  ranks.flatMap((closeness) => trips.filter((trip) => closenessOf(trip, parcel) === closeness));
