import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { ListingSource } from '#web/features/listings/listing-source.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { tripsQuery } from '#web/features/trips/api.ts';
import { EditedParcels } from '#web/features/trips/parcels-on-trip.tsx';
import { PublishTrip } from '#web/features/trips/publish-trip.tsx';
import { returnOf, TripDraft, type TripDraftValues, typedPlace, valuesOf } from '#web/features/trips/trip-draft.ts';
import { emptyTrip } from '#web/features/trips/trip-form.ts';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { Callout } from '#web/ui/callout.tsx';

const failed = 'Impossible de charger les données';

interface FromTripProps {
  tripId: string;
  use: 'edit' | 'copy' | 'return';
  children: (first: TripDraftValues) => ReactNode;
}

/** The form with an own trip's values: to change it, to publish a copy, or its return. */
export const FromTrip = ({ tripId, use, children }: FromTripProps) => (
  <ListingSource query={tripsQuery('readTrip', { params: { tripId } })} failed={failed}>
    {(trip) => {
      if (use === 'edit') return <Edit trip={trip} />;
      const values = valuesOf(trip);
      return children(use === 'return' ? returnOf(values) : values);
    }}
  </ListingSource>
);

function Edit({ trip }: { trip: Trip }) {
  if (!trip.actions.editTrip?.allowed) {
    return (
      <Callout tone="warning" title="Modification impossible">
        <p>Ce trajet est terminé ou annulé : vous pouvez le publier de nouveau avec une autre date.</p>
        <Link to={withQuery(paths.transportParcel, { copy: trip.id })}>Republier</Link>
      </Callout>
    );
  }
  const draftName = `trip.${trip.id}`;
  return (
    <ResumedDraft name={draftName} schema={TripDraft} isEdit>
      {(kept) => (
        <PublishTrip
          draftName={draftName}
          draft={{ ...valuesOf(trip), ...kept }}
          edited={trip}
          parcels={(values, onReading) => <EditedParcels {...{ trip, values, onReading }} />}
        />
      )}
    </ResumedDraft>
  );
}

interface BroughtParcelProps {
  parcelId: string;
  children: (first: TripDraftValues) => ReactNode;
}

/** The way back from the recipient of a delivered parcel. */
export const BroughtParcel = ({ parcelId, children }: BroughtParcelProps) => (
  <ListingSource query={parcelsQuery('readParcel', { params: { parcelId } })} failed={failed}>
    {({ pickup, delivery }) => children({ ...emptyTrip, depart: typedPlace(delivery), arrival: typedPlace(pickup) })}
  </ListingSource>
);
