import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/room.ts';
import { routeEnds } from '#web/features/listings/route-ends.ts';
import { tripsQuery } from '#web/features/trips/api.ts';
import { PublishTrip } from '#web/features/trips/publish-trip.tsx';
import { returnOf, TripDraft, type TripDraftValues, valuesOf } from '#web/features/trips/trip-draft.ts';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { touch } from '#web/lib/api/query.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Callout } from '#web/ui/callout.tsx';

const uses = ['edit', 'copy', 'return'] as const;
type Use = (typeof uses)[number];

const words: Readonly<Record<Use | 'new', { title: string; hint: string }>> = {
  new: {
    title: 'Transporter un colis',
    hint: 'Annoncez votre trajet : ceux qui envoient un colis sur ce trajet pourront vous contacter.',
  },
  edit: {
    title: 'Modifier mon trajet',
    hint: 'Après vos modifications, votre trajet est validé de nouveau avant de réapparaître.',
  },
  copy: { title: 'Publier de nouveau ce trajet', hint: 'Choisissez une autre date, et vérifiez le reste.' },
  return: {
    title: 'Publier le trajet retour',
    hint: 'Départ et arrivée sont inversés : choisissez la date du retour.',
  },
};

const ListingSource = lazyPart(() =>
  import('#web/features/listings/listing-source.tsx').then((file) => file.ListingSource<Trip>),
);
const BroughtParcel = lazyPart(() =>
  import('#web/features/trips/brought-parcel.tsx').then((file) => file.BroughtParcel),
);

/**
 * `/transport-parcel` (product 2.2): everybody may fill it in, members publish. `?edit=<id>` changes an own trip,
 * `?copy=<id>` and `?return=<id>` start with its values, `?parcel=<id>` with the return route of a delivered parcel,
 * two places (`?fromCity=…`) with these.
 */
export function TransportParcelPage() {
  const [params] = usePageQuery(paths.transportParcel);
  const use = uses.find((name) => params.get(name));
  const sourceId = use && params.get(use);
  const broughtId = params.get('parcel');
  const ends = routeEnds(params);
  const { title, hint } = words[use ?? (broughtId ? 'return' : 'new')];
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>{title}</h1>
        <p className="muted">{hint}</p>
      </div>
      {use && sourceId ? (
        <ListingSource
          key={`${use} ${sourceId}`}
          query={tripsQuery('readTrip', { params: { tripId: sourceId } })}
          failed="Impossible de charger les données"
        >
          {(trip) => <FromTrip trip={trip} use={use} />}
        </ListingSource>
      ) : broughtId ? (
        <BroughtParcel key={broughtId} parcelId={broughtId}>
          {(first) => <Publish draftName={`trip.parcel.${broughtId}`} first={first} />}
        </BroughtParcel>
      ) : (
        <Publish draftName="trip" first={ends && { depart: ends.from, arrival: ends.to }} />
      )}
    </div>
  );
}

function FromTrip({ trip, use }: { trip: Trip; use: Use }) {
  if (use === 'edit' && !trip.actions.editTrip?.allowed) {
    return (
      <Callout tone="warning" title="Modification impossible">
        <p>Ce trajet est terminé ou annulé : vous pouvez le publier de nouveau avec une autre date.</p>
        <Link to={withQuery(paths.transportParcel, { copy: trip.id })}>Republier</Link>
      </Callout>
    );
  }
  if (use === 'edit') return <Edit trip={trip} />;
  const values = valuesOf(trip);
  return <Publish draftName={`trip.${use}.${trip.id}`} first={use === 'return' ? returnOf(values) : values} />;
}

function Publish({ draftName, first }: { draftName: string; first?: Partial<TripDraftValues> | undefined }) {
  const leave = useLeave('Trajet enregistré !');
  return (
    <ResumedDraft name={draftName} schema={TripDraft}>
      {(kept) => <PublishTrip draftName={draftName} draft={{ ...first, ...kept }} onPublished={leave} />}
    </ResumedDraft>
  );
}

function Edit({ trip }: { trip: Trip }) {
  const draftName = `trip.${trip.id}`;
  const leave = useLeave('Trajet modifié');
  return (
    <ResumedDraft name={draftName} schema={TripDraft} isEdit>
      {(kept) => (
        <PublishTrip draftName={draftName} draft={{ ...valuesOf(trip), ...kept }} edited={trip} onPublished={leave} />
      )}
    </ResumedDraft>
  );
}

function useLeave(title: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (trip: Trip) => {
    toast.success(title, 'Il sera visible dans la recherche après validation, sous 24 à 48 heures.');
    void touch(client, ['trips', 'myTrips'], ['trips', 'readTrip']);
    // A trip without room has no parcels to suggest.
    void navigate(isFull(trip) ? paths.myTrips : withQuery(paths.myTrips, { matches: trip.id }));
  };
}
