import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Trip } from '#shared/trips/contract.ts';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { Notice } from '#web/components/notice.tsx';
import { ResumedDraft } from '#web/components/resumed-draft.tsx';
import { Loading, Skeleton } from '#web/components/skeleton.tsx';
import { tripsQuery } from '#web/features/trips/api.ts';
import { PublishTrip } from '#web/features/trips/publish-trip.tsx';
import { returnOf, TripDraft, type TripDraftValues, valuesOf } from '#web/features/trips/trip-form.ts';
import { dropDraft, readDraft } from '#web/lib/draft.ts';
import { asProblem } from '#web/lib/problem.ts';
import { touch } from '#web/lib/query.ts';
import { loginPath } from '#web/lib/redirect.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** What may be made of a trip of one's own: changed, copied, or the way back. */
const uses = ['modifier', 'copier', 'retour'] as const;
type Use = (typeof uses)[number];

const words: Readonly<Record<Use | 'new', { title: string; hint: string }>> = {
  new: {
    title: 'Transporter un colis',
    hint: 'Annoncez votre trajet : les expéditeurs de cette route vous contacteront.',
  },
  modifier: {
    title: 'Modifier mon trajet',
    hint: 'Après vos modifications, votre trajet est validé de nouveau avant de réapparaître.',
  },
  copier: { title: 'Publier de nouveau ce trajet', hint: 'Choisissez une autre date, et vérifiez le reste.' },
  retour: {
    title: 'Publier le trajet retour',
    hint: 'Départ et arrivée sont inversés : choisissez la date du retour.',
  },
};

/**
 * `/transport-parcel` (spec 2 §2): everybody may fill it, members publish. `?modifier=<id>` changes a trip of one's own,
 * `?copier=<id>` and `?retour=<id>` begin with what it says.
 */
export function TransportParcelPage() {
  const [params] = useSearchParams();
  const use = uses.find((name) => params.get(name));
  const sourceId = use && params.get(use);
  const { title, hint } = words[use ?? 'new'];
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>{title}</h1>
        <p className="muted">{hint}</p>
      </div>
      {use && sourceId ? (
        <FromTrip key={`${use} ${sourceId}`} tripId={sourceId} use={use} />
      ) : (
        <Publish draftName="trip" />
      )}
    </div>
  );
}

/** Reads what the form begins with, as it is now. */
function FromTrip({ tripId, use }: { tripId: string; use: Use }) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const reading = useQuery({
    ...tripsQuery('readTrip', { params: { tripId } }),
    enabled: status === 'member',
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [source, setSource] = useState<Trip>();
  // Once: what happens to the trip meanwhile must not take away what is typed.
  if (!source && reading.data && reading.isFetchedAfterMount) setSource(reading.data);

  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;
  if (!source) {
    return reading.error ? (
      <ErrorPanel
        title="Impossible de charger les données"
        message={asProblem(reading.error).detail}
        onRetry={() => void reading.refetch()}
      />
    ) : (
      <Loading>
        <Skeleton height="20rem" />
      </Loading>
    );
  }
  if (use === 'modifier' && !source.actions.editTrip?.allowed) {
    return (
      <Notice tone="warning" title="Modification impossible">
        <p>Ce trajet est terminé ou annulé : vous pouvez le publier de nouveau avec une autre date.</p>
        <Link to={`/transport-parcel?copier=${tripId}`}>Republier</Link>
      </Notice>
    );
  }
  if (use === 'modifier') return <Edit trip={source} />;
  const values = valuesOf(source);
  return <Publish draftName={`trip.${use}.${tripId}`} first={use === 'retour' ? returnOf(values) : values} />;
}

function Publish({ draftName, first }: { draftName: string; first?: TripDraftValues }) {
  const [draft] = useState(() => readDraft(draftName, TripDraft) ?? first);
  const leave = useLeave('Trajet enregistré !');
  return <PublishTrip draftName={draftName} draft={draft} onPublished={leave} />;
}

function Edit({ trip }: { trip: Trip }) {
  const draftName = `trip.${trip.id}`;
  const [kept, setKept] = useState(() => readDraft(draftName, TripDraft));
  const leave = useLeave('Trajet modifié');
  const beginAnew = () => {
    dropDraft(draftName);
    setKept(undefined);
  };
  return (
    <>
      {kept && <ResumedDraft onDrop={beginAnew} />}
      <PublishTrip
        key={kept ? 'kept' : 'anew'}
        draftName={draftName}
        draft={kept ?? valuesOf(trip)}
        edited={trip}
        onPublished={leave}
      />
    </>
  );
}

/** To one's trips, where the parcels that wait on this way are shown at once. */
function useLeave(title: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({ id }: Trip) => {
    toast.success(title, 'Il sera visible dans la recherche après validation, sous 24 à 48 heures.');
    void touch(client, ['trips', 'myTrips'], ['trips', 'readTrip']);
    void navigate(`/my-trips?compatibles=${id}`);
  };
}
