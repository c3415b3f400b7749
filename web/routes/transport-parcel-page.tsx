import { paths } from '#shared/site/paths.ts';
import { routeEnds } from '#web/features/listings/route-ends.ts';
import { PublishTrip } from '#web/features/trips/publish-trip.tsx';
import { TripDraft, type TripDraftValues } from '#web/features/trips/trip-draft.ts';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

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

const FromTrip = lazyPart(() => import('#web/features/trips/from-listing.tsx').then((file) => file.FromTrip));
const BroughtParcel = lazyPart(() => import('#web/features/trips/from-listing.tsx').then((file) => file.BroughtParcel));

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
        <FromTrip key={`${use} ${sourceId}`} tripId={sourceId} use={use}>
          {(first) => <Publish draftName={`trip.${use}.${sourceId}`} first={first} />}
        </FromTrip>
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

function Publish({ draftName, first }: { draftName: string; first?: Partial<TripDraftValues> | undefined }) {
  return (
    <ResumedDraft name={draftName} schema={TripDraft}>
      {(kept) => <PublishTrip draftName={draftName} draft={{ ...first, ...kept }} />}
    </ResumedDraft>
  );
}
