import type { ReactNode } from 'react';
import { ListingSource } from '#web/features/listings/listing-source.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { type TripDraftValues, typedPlace } from '#web/features/trips/trip-draft.ts';
import { emptyTrip } from '#web/features/trips/trip-form.ts';

interface BroughtParcelProps {
  parcelId: string;
  children: (first: TripDraftValues) => ReactNode;
}

export const BroughtParcel = ({ parcelId, children }: BroughtParcelProps) => (
  <ListingSource
    query={parcelsQuery('readParcel', { params: { parcelId } })}
    failed="Impossible de charger les données"
  >
    {({ pickup, delivery }) => children({ ...emptyTrip, depart: typedPlace(delivery), arrival: typedPlace(pickup) })}
  </ListingSource>
);
