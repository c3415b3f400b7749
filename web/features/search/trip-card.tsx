import { useQueryClient } from '@tanstack/react-query';
import { Calendar, Package } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TripCard as Trip } from '#shared/search/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { capacityText, transportLabels, tripName, tripPriceText } from '#shared/trips/words.ts';
import { of } from '#shared/values/french.ts';
import { shortDay } from '#shared/values/time.ts';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { noLongerListed } from '#web/features/search/parcel-card.tsx';
import { useSignInFirst } from '#web/features/search/use-sign-in-first.ts';
import { tripsQuery } from '#web/features/trips/api.ts';
import { transportIcons } from '#web/features/trips/transport-icons.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/ui/facts.css';
import '#web/features/search/search.css';

/**
 * A trip in the list; all of it opens the trip's dialog at the address `to`. Public cards contain no member id: the
 * members' operation returns the owner of the trip.
 */
export function TripCard({ trip, to, isGone = false }: { trip: Trip; to: string; isGone?: boolean }) {
  const Icon = transportIcons[trip.transport];
  const extras = [trip.acceptsFragile && 'Fragile accepté', trip.acceptsElectronics && 'Électronique acceptée'];
  const openOwner = useOpenOwner(trip.id);
  return (
    <li className={`card listing-card ${isGone ? 'listing-card--gone' : ''}`}>
      <h3 className="listing-card__transport">
        <Icon size={22} aria-hidden="true" />
        <Link
          to={to}
          state={{ fromList: true }}
          className="listing-card__link"
          aria-haspopup="dialog"
          aria-label={tripName(trip)}
        >
          {transportLabels[trip.transport]}
        </Link>
      </h3>
      <RouteLine from={trip.depart} to={trip.arrival} stops={trip.stops.map(({ city }) => city)} />
      <ul className="facts">
        <li>
          <Calendar size={18} aria-hidden="true" /> {shortDay(trip.travelDate)}
        </li>
        <li>
          <Package size={18} aria-hidden="true" /> {capacityText(trip)}
        </li>
        {extras.some(Boolean) && <li className="muted small">{extras.filter(Boolean).join(' · ')}</li>}
      </ul>
      <p className="listing-card__price">{isGone ? noLongerListed : tripPriceText(trip)}</p>
      <MemberLine member={trip.owner} />
      <div className="listing-card__actions">
        <SubmitButton
          type="button"
          variant="default"
          busy={openOwner.busy}
          aria-label={`Voir le profil ${of(trip.owner.firstName)}, ${tripName(trip)}`}
          onClick={() => openOwner.open('voir le profil', (ownerId) => paths.member(ownerId))}
        >
          Voir le profil
        </SubmitButton>
        <SubmitButton
          type="button"
          busy={openOwner.busy}
          aria-label={`Contacter ${trip.owner.firstName}, ${tripName(trip)}`}
          onClick={() => openOwner.open('contacter un transporteur', (ownerId) => paths.conversation(ownerId, ''))}
        >
          Contacter
        </SubmitButton>
      </div>
    </li>
  );
}

/** Reads the traveller, then opens the address made from their id. Visitors sign in first. */
function useOpenOwner(tripId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signInFirst = useSignInFirst();
  const { me } = useSession();
  const [busy, setBusy] = useState(false);

  const read = async (address: (ownerId: string) => string) => {
    setBusy(true);
    try {
      const { ownerId } = await client.fetchQuery(tripsQuery('readTrip', { params: { tripId } }));
      if (ownerId === me?.id)
        toast.info("C'est votre trajet", undefined, { to: paths.myTrips, text: 'Gérer mes trajets' });
      else await navigate(address(ownerId));
    } catch (fault) {
      toast.error('Impossible de charger les données', asProblem(fault).detail);
    }
    setBusy(false);
  };
  return {
    busy,
    open: (wish: string, address: (ownerId: string) => string) =>
      signInFirst(`Vous devez être connecté pour ${wish}`, () => void read(address)),
  };
}
