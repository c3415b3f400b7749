import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { sizeDescriptions } from '#shared/parcels/words.ts';
import { dayOf, longDay, shortDay } from '#shared/time.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { transportLabels, tripPriceText } from '#shared/trips/words.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { Facts } from '#web/components/facts.tsx';
import { MemberLine } from '#web/components/member-line.tsx';
import { Loading, Skeleton } from '#web/components/skeleton.tsx';
import { tripsQuery } from '#web/features/trips/api.ts';
import { asProblem } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.ts';

/** One trip for a member who may send something with it: its way, what it takes, and whose it is. */
export function TripDialog({ tripId, onClose }: { tripId: string; onClose: () => void }) {
  const reading = useQuery(tripsQuery('readTrip', { params: { tripId } }));
  const { me } = useSession();
  const trip = reading.data;
  const problem = reading.isError ? asProblem(reading.error) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={trip ? `${trip.depart.city} → ${trip.arrival.city}` : 'Détail du trajet'}
      footer={trip && <Actions trip={trip} isOwn={trip.ownerId === me?.id} />}
    >
      {trip ? (
        <TripDetails trip={trip} />
      ) : problem?.code === 'NOT_FOUND' ? (
        <ErrorPanel title="Trajet non trouvé" message="Cette annonce n'existe plus ou n'est plus disponible." />
      ) : problem ? (
        <ErrorPanel
          title="Impossible de charger les données"
          message={problem.detail}
          onRetry={() => void reading.refetch()}
        />
      ) : (
        <Loading>
          <div className="stack">
            <Skeleton width="40%" />
            <Skeleton height="4rem" />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
          </div>
        </Loading>
      )}
    </Dialog>
  );
}

const place = ({ city, country }: Trip['depart']) => <bdi>{`${city}, ${country}`}</bdi>;

function TripDetails({ trip }: { trip: Trip }) {
  const { depart, arrival, stops, acceptsFragile, acceptsElectronics } = trip;
  const accepted = [acceptsFragile && 'Objets fragiles', acceptsElectronics && 'Appareils électroniques'];
  return (
    <div className="stack">
      <p className="muted small">Publié le {shortDay(dayOf(Date.parse(trip.createdAt)))}</p>
      <Facts
        facts={[
          ['Transport', transportLabels[trip.transport]],
          ['Date', longDay(trip.travelDate)],
          ['Poids', `${trip.maxWeightKg} kg au maximum`],
          ['Taille', sizeDescriptions[trip.maxSize]],
          ['Prix', tripPriceText(trip)],
          ['Accepte', accepted.filter(Boolean).join(' · ') || 'Ni fragile, ni électronique'],
        ]}
      />
      <h3>Itinéraire</h3>
      <Facts
        facts={[
          ['Départ', place(depart)],
          ...stops.map((stop, index) => [`Étape ${index + 1}`, place(stop)] as const),
          ['Destination', place(arrival)],
        ]}
      />
      {trip.notes && (
        <>
          <h3>Remarques</h3>
          <p dir="auto" className="member-text">
            {trip.notes}
          </p>
        </>
      )}
      <h3>Transporteur</h3>
      {trip.owner.firstName ? (
        <>
          <MemberLine member={trip.owner} />
          <Link className="amplify-button" to={`/user/${trip.ownerId}`}>
            Voir le profil
          </Link>
        </>
      ) : (
        <p className="muted">Informations non disponibles</p>
      )}
    </div>
  );
}

function Actions({ trip, isOwn }: { trip: Trip; isOwn: boolean }) {
  if (isOwn) {
    return (
      <>
        <p className="dialog__note">C'est votre annonce</p>
        <Link className="amplify-button amplify-button--primary" to="/my-trips">
          Gérer
        </Link>
      </>
    );
  }
  return (
    <Link className="amplify-button amplify-button--primary" to={`/messages/${trip.ownerId}?parcel=`}>
      Contacter
    </Link>
  );
}
