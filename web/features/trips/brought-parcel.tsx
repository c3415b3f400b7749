import type { ReactNode } from 'react';
import { ListingSource } from '#web/features/listings/listing-source.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { emptyTrip, type TripDraftValues, typedPlace } from '#web/features/trips/trip-form.ts';

type BroughtParcelProps = { parcelId: string; children: (first: TripDraftValues) => ReactNode };

/** The way back from where a parcel was brought, as the form begins with it. */
export const BroughtParcel = ({ parcelId, children }: BroughtParcelProps) => (
  <ListingSource
    query={parcelsQuery('readParcel', { params: { parcelId } })}
    failed="Impossible de charger les données"
  >
    {({ pickup, delivery }) => children({ ...emptyTrip, depart: typedPlace(delivery), arrival: typedPlace(pickup) })}
  </ListingSource>
);
