import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TripCard as Trip } from '#shared/search/contract.ts';
import { paths, type TripWish, withQuery } from '#shared/site/paths.ts';
import { tripName } from '#shared/trips/words.ts';
import { of } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { ownListing, type ShownListing } from '#web/features/search/listing-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';
import { toTraveller, useSignInFirst } from '#web/features/search/use-sign-in-first.ts';
import { tripsQuery } from '#web/features/trips/api.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/**
 * A trip in the list, with ways to its owner. Public cards contain no member id: the members' operation returns the
 * owner of the trip.
 */
export function TripCard({ trip, ...shown }: ShownListing & { trip: Trip }) {
  const openOwner = useOpenOwner(trip.id);
  return (
    <TripSummary trip={trip} {...shown}>
      <div className="listing-card__actions needs-scripts">
        {shown.isOwn ? (
          <Button as={Link} to={paths.myTrips} aria-label={`${ownListing} : ${tripName(trip)}`}>
            {ownListing}
          </Button>
        ) : (
          <>
            <SubmitButton
              type="button"
              variant="default"
              busy={openOwner.busy}
              aria-label={`Voir le profil ${of(isolated(trip.owner.firstName))}, ${tripName(trip)}`}
              onClick={() => openOwner.open('profile')}
            >
              Voir le profil
            </SubmitButton>
            <SubmitButton
              type="button"
              busy={openOwner.busy}
              aria-label={`Contacter ${isolated(trip.owner.firstName)}, ${tripName(trip)}`}
              onClick={() => openOwner.open('contact')}
            >
              Contacter
            </SubmitButton>
          </>
        )}
      </div>
    </TripSummary>
  );
}

const reasons: Readonly<Record<TripWish, string>> = {
  contact: 'Vous devez être connecté pour contacter un transporteur',
  profile: 'Vous devez être connecté pour voir le profil',
};

/** Reads the traveller, then opens the address made from their id. Visitors sign in first, and then go on there. */
function useOpenOwner(tripId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signInFirst = useSignInFirst();
  const { me } = useSession();
  const [busy, setBusy] = useState(false);

  const read = async (wish: TripWish) => {
    setBusy(true);
    try {
      const { ownerId } = await client.fetchQuery(tripsQuery('readTrip', { params: { tripId } }));
      if (ownerId === me?.id)
        toast.info("C'est votre trajet", undefined, { to: paths.myTrips, text: 'Gérer mes trajets' });
      else await navigate(toTraveller(ownerId, wish));
    } catch (fault) {
      toast.failed('Impossible de charger les données', fault);
    }
    setBusy(false);
  };
  return {
    busy,
    open: (wish: TripWish) =>
      signInFirst(
        reasons[wish],
        withQuery(paths.findParcels, { tab: 'trips', trip: tripId, wish }),
        () => void read(wish),
      ),
  };
}
