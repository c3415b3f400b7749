import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { sizeDescriptions } from '#shared/parcels/words.ts';
import type { Reply } from '#shared/route.ts';
import { paths, type TripWish } from '#shared/site/paths.ts';
import type { Trip, tripRoutes } from '#shared/trips/contract.ts';
import { roomText, transportText, tripPriceText } from '#shared/trips/words.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { CorridorLink } from '#web/features/corridors/corridor-link.tsx';
import { EntrustButton } from '#web/features/deliveries/invitation/entrust-button.tsx';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import { ListingDialog, ListingOwner, Manage } from '#web/features/search/listing-dialog.tsx';
import { toTraveller } from '#web/features/search/use-sign-in-first.ts';
import { shareableTrip } from '#web/features/share/shareable.ts';
import { ShareButton } from '#web/features/share/use-share.tsx';
import { tripsQuery } from '#web/features/trips/api.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';

interface TripDialogProps {
  tripId: string;
  /**
   * The act that a visitor chose before signing in continues here. Their own trip, or a missing one, is shown instead.
   */
  wish?: TripWish | undefined;
  onClose: () => void;
}

/** One trip for a member who may send something with it: its route, what it takes, and its owner. */
export function TripDialog({ tripId, wish, onClose }: TripDialogProps) {
  const { me } = useSession();
  const reading = useQuery({ ...tripsQuery('readTrip', { params: { tripId } }), refetchOnMount: 'always' });
  if (wish && me && reading.data && reading.data.ownerId !== me.id && !reading.isError)
    return <Navigate to={toTraveller(reading.data.ownerId, wish)} replace />;
  return (
    <ListingDialog
      reading={reading}
      titleOf={({ depart, arrival }) => `${isolated(depart.city)} → ${isolated(arrival.city)}`}
      untitled="Détail du trajet"
      missing="Trajet non trouvé"
      onClose={onClose}
      ownActions={() => <Manage to={paths.myTrips} />}
      actions={(trip) => (
        <>
          <EntrustButton trip={trip} />
          <Button as={Link} variant="primary" to={paths.conversation(trip.ownerId, '')}>
            Contacter
          </Button>
        </>
      )}
    >
      {(trip) => <TripDetails trip={trip} />}
    </ListingDialog>
  );
}

const place = ({ city, country }: Trip['depart']) => <span translate="no">{`${isolated(city)}, ${country}`}</span>;

function TripDetails({ trip }: { trip: Reply<(typeof tripRoutes)['readTrip']> }) {
  const { depart, arrival, stops, acceptsFragile, acceptsElectronics } = trip;
  const [now] = useState(() => Date.now());
  const accepted = [acceptsFragile && 'Objets fragiles', acceptsElectronics && 'Appareils électroniques'];
  return (
    <div className="stack">
      <p className="muted small">Publié le {shortDayOf(trip.createdAt)}</p>
      <Facts
        facts={{
          Transport: transportText(trip.transport),
          Date: longDay(trip.travelDate),
          Poids: roomText(trip),
          Taille: sizeDescriptions[trip.maxSize],
          Prix: tripPriceText(trip),
          Accepte: accepted.filter(Boolean).join(' · ') || 'Ni fragile, ni électronique',
        }}
      />
      <h3>Trajet</h3>
      <Facts
        facts={[
          ['Départ', place(depart)],
          ...stops.map((stop, index) => [`Étape ${index + 1}`, place(stop)] as const),
          ['Destination', place(arrival)],
        ]}
      />
      <CorridorLink kind="trip" from={depart} to={arrival} what="Autres trajets" />
      {trip.notes && (
        <>
          <h3>Remarques</h3>
          <p dir="auto" className="member-text">
            {trip.notes}
          </p>
        </>
      )}
      <ListingOwner
        heading="Voyageur"
        owner={trip.owner}
        profile={paths.member(trip.ownerId)}
        reliability={trip.reliability}
      />
      <div className="cluster">
        <ShareButton what={shareableTrip(trip, now)} />
        <ReportButton
          thing={{ kind: 'trip', id: trip.id, accused: { ...trip.owner, id: trip.ownerId } }}
          name={`${isolated(depart.city)} → ${isolated(arrival.city)}`}
        />
      </div>
    </div>
  );
}
