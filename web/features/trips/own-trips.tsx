import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, Ban, Copy, MessageCircleReply, PackageSearch, Pencil, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/fields.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import { shareableTrip } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/callout.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { tripsApi } from './api.ts';
import { ParcelsNotLoaded, ParcelTitles, Propositions, useAskedOn, useParcelsOn } from './parcels-on-trip.tsx';
import type { When } from './trip-state.ts';
import { TripTable } from './trip-table.tsx';
import type { useTrips } from './use-trips.ts';

/** Cancels a trip, at exactly the version of its row. */
function useCancelTrip() {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ trip, reason }: { trip: Trip; reason: string }): Promise<Trip> => {
      const call = { params: { tripId: trip.id }, version: trip.version, body: { reason } };
      return tripsApi.cancelTrip(call, { idempotencyKey: keyOfTry(call) });
    },
    onSuccess: (_, { trip }) => {
      dropReason('cancelTrip', trip.id);
      toast.success('Trajet annulé', "Il n'apparaît plus dans la recherche.");
    },
    // The agreements of the trip end with it (rule 129).
    onSettled: () =>
      touch(
        queries,
        ['trips', 'myTrips'],
        ['trips', 'readTrip'],
        ['deliveries', 'myDeliveries'],
        ['deliveries', 'myRequests'],
        ['deliveries', 'tracking'],
        ['messaging', 'conversation'],
      ),
  });
}

const toRequests: MenuAction = {
  key: 'answer',
  label: 'Voir les propositions',
  icon: <MessageCircleReply size={20} aria-hidden="true" />,
  to: paths.tripRequests,
};

/** The acts of a traveller on one of their trips, as the server allows them. */
function OwnTripActions({ trip, asked, onMatches }: { trip: Trip; asked: number; onMatches: () => void }) {
  const [isCancelling, setCancelling] = useState(false);
  const { id, actions } = trip;
  const route = `${isolated(trip.depart.city)} → ${isolated(trip.arrival.city)}`;
  const edit = trip.adminStatus === 'rejected' ? 'Corriger et renvoyer' : 'Modifier';
  const isOpen = actions.editTrip?.allowed ?? false;
  const [now] = useState(() => Date.now());
  const { share, dialog } = useShare();
  const shareable = shareableTrip(trip, now);

  const menu: MenuAction[] = [
    ...(asked > 0 ? [toRequests] : []),
    ...(isOpen && !isFull(trip)
      ? [
          {
            key: 'matches',
            label: 'Voir les colis compatibles',
            icon: <PackageSearch size={20} aria-hidden="true" />,
            onAct: onMatches,
          },
        ]
      : []),
    ...(isOpen
      ? [
          {
            key: 'edit',
            label: edit,
            icon: <Pencil size={20} aria-hidden="true" />,
            to: withQuery(paths.transportParcel, { edit: id }),
          },
        ]
      : []),
    ...(shareable
      ? [
          {
            key: 'share',
            label: 'Partager',
            icon: <Share2 size={20} aria-hidden="true" />,
            onAct: () => share(shareable),
          },
        ]
      : []),
    {
      key: 'copy',
      label: isOpen ? 'Dupliquer' : 'Republier',
      icon: <Copy size={20} aria-hidden="true" />,
      to: withQuery(paths.transportParcel, { copy: id }),
    },
    {
      key: 'return',
      label: 'Publier le trajet retour',
      icon: <ArrowLeftRight size={20} aria-hidden="true" />,
      to: withQuery(paths.transportParcel, { return: id }),
    },
    ...(actions.cancelTrip?.allowed
      ? [
          {
            key: 'cancel',
            label: 'Annuler le trajet',
            icon: <Ban size={20} aria-hidden="true" />,
            onAct: () => setCancelling(true),
            destructive: true,
          },
        ]
      : []),
  ];
  return (
    <>
      <PrimaryAndMenu label={route} actions={menu} primary={asked > 0 ? 'answer' : primaryOf(trip, isOpen)} />
      {dialog}
      {isCancelling && <CancelTrip trip={trip} route={route} onClose={() => setCancelling(false)} />}
    </>
  );
}

/** The act that the trip waits for, or the most likely one. */
function primaryOf(trip: Trip, isOpen: boolean): string {
  const { adminStatus, status } = trip;
  const isRefused = adminStatus === 'rejected';
  if (isOpen) return isRefused || isFull(trip) ? 'edit' : 'matches';
  return status === 'cancelled' || isRefused ? 'copy' : 'return';
}

function CancelTrip({ trip, route, onClose }: { trip: Trip; route: string; onClose: () => void }) {
  const cancel = useCancelTrip();
  const parcels = useParcelsOn(trip.id);
  const { waiting, taken, halves, offers, isPartial } = parcels;
  return (
    <ReasonDialog
      title="Annuler ce trajet ?"
      draftName={reasonDraft('cancelTrip', trip.id)}
      confirm="Annuler le trajet"
      cancel="Retour"
      waits={parcels.isReading}
      hint={parcels.isUnread ? 'Pour vous en souvenir.' : 'Les expéditeurs liront ce motif.'}
      onConfirm={(reason) => cancel.mutateAsync({ trip, reason }).catch(failedAs("Impossible d'annuler le trajet"))}
      onClose={onClose}
    >
      <p>
        <bdi translate="no">{route}</bdi> disparaît de la recherche.
      </p>
      <ParcelsNotLoaded of={parcels} />
      {waiting.length > 0 && (
        <Callout tone="warning" title="Des colis comptent sur ce trajet">
          <ParcelTitles of={waiting} />
          <p>Leurs expéditeurs sont prévenus et leurs colis de nouveau proposés.</p>
        </Callout>
      )}
      <Propositions of={halves} isPartial={isPartial}>
        {halves.length === 1
          ? "Elle prend fin : l'expéditeur est prévenu et le colis de nouveau proposé."
          : 'Elles prennent fin : les expéditeurs sont prévenus et les colis de nouveau proposés.'}
      </Propositions>
      <Propositions of={offers} isPartial={isPartial}>
        Aucun oui n'est possible avec un trajet annulé : vous pourrez en proposer un autre.
      </Propositions>
      {taken.length > 0 && (
        <Callout tone="info">
          <ParcelTitles of={taken} />
          <p>Vous avez déjà {taken.length === 1 ? 'ce colis : il reste' : 'ces colis : ils restent'} à livrer.</p>
        </Callout>
      )}
    </ReasonDialog>
  );
}

interface OwnTripsProps {
  list: ReturnType<typeof useTrips>;
  when: When;
  caption: string;
  empty: ReactNode;
  onMatches: (tripId: string) => void;
}

/** The member's own upcoming or past trips. Upcoming trips that wait for their traveller are first. */
export function OwnTrips({ list, when, caption, empty, onMatches }: OwnTripsProps) {
  const { trips, error, retry, more, shownAt } = list;
  const waiting = trips?.filter(({ adminStatus, status }) => adminStatus === 'rejected' && status === 'active') ?? [];
  const others = trips?.filter((trip) => !waiting.includes(trip)) ?? [];
  const sections =
    when === 'upcoming' && waiting.length > 0 ? { 'À faire': waiting, 'Autres trajets': others } : undefined;
  const askedOn = useAskedOn(when);
  const table = (shown: typeof others, name: string) => (
    <TripTable
      trips={shown}
      caption={name}
      when={when}
      askedOn={askedOn}
      actionsOf={(trip) => <OwnTripActions trip={trip} asked={askedOn(trip.id)} onMatches={() => onMatches(trip.id)} />}
    />
  );
  return (
    <div className="stack">
      <LoadState title="Impossible de charger vos trajets." at={shownAt} error={error} onRetry={retry} />
      {!trips && !error && <ListingTableSkeleton />}
      {trips?.length === 0 && empty}
      {sections &&
        Object.entries(sections).map(
          ([name, shown]) =>
            shown.length > 0 && (
              <section key={name} className="stack" aria-label={name}>
                <h2>{name}</h2>
                {table(shown, `${caption} : ${name.toLowerCase()}`)}
              </section>
            ),
        )}
      {!sections && trips && trips.length > 0 && table(trips, caption)}
      <MoreButton {...more} />
    </div>
  );
}
