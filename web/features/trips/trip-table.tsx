import { TableCell, TableRow } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import type { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/fields.ts';
import { capacityText, transportText, tripPriceText } from '#shared/trips/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { TransportIcon } from '#web/features/trips/transport-icon.tsx';
import { tripBadges, tripStateOf, type When } from '#web/features/trips/trip-state.ts';
import { Badge } from '#web/ui/badge.tsx';

interface TripTableProps {
  trips: readonly Trip[];
  caption: string;
  when: When;
  /** How many propositions with a trip wait for its traveller. */
  askedOn: (tripId: string) => number;
  actionsOf: (trip: Trip) => ReactNode;
}

const columns = ['Trajet', 'Date', 'Transport', 'Place', 'Prix', 'Statut'];

/** The member's own trips with the state of each. */
export function TripTable({ trips, caption, when, askedOn, actionsOf }: TripTableProps) {
  return (
    <ListingTable caption={caption} columns={columns}>
      {trips.map((trip) => (
        <TripRow key={trip.id} trip={trip} when={when} asked={askedOn(trip.id)} actions={actionsOf(trip)} />
      ))}
    </ListingTable>
  );
}

interface TripRowProps {
  trip: Trip;
  when: When;
  asked: number;
  actions: ReactNode;
}

function TripRow({ trip, when, asked, actions }: TripRowProps) {
  const state = tripStateOf(trip, when);
  const badge = tripBadges[state];
  const step = stepOf(trip, when, asked);
  const isOver = state === 'cancelled' || when === 'past';
  return (
    <TableRow>
      <TableCell as="th" scope="row" data-column="Trajet">
        <RouteLine from={trip.depart} to={trip.arrival} stops={trip.stops.map(({ city }) => city)} />
      </TableCell>
      <TableCell className="numeric listing-table__day listing-table__block">{shortDay(trip.travelDate)}</TableCell>
      <TableCell className="listing-table__wide" data-column="Transport">
        <span className="listing-table__icon">
          <TransportIcon transport={trip.transport} size={20} /> {transportText(trip.transport)}
        </span>
      </TableCell>
      <TableCell className="nowrap listing-table__block">{capacityText(trip, isOver)}</TableCell>
      <TableCell data-column="Prix" className="nowrap listing-table__wide">
        {tripPriceText(trip)}
      </TableCell>
      <TableCell className="listing-table__block">
        <div className="listing-table__status">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {step && (
            <p className="small listing-table__note">
              <span className="muted">Prochaine étape :</span> {step}
            </p>
          )}
          {reasonOf(trip) && (
            <p className="small listing-table__note">
              Motif : <bdi>{reasonOf(trip)}</bdi>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell className="listing-table__actions">{actions}</TableCell>
    </TableRow>
  );
}

const reasonOf = ({ adminStatus, rejectionReason, cancelReason }: Trip) =>
  cancelReason ?? (adminStatus === 'rejected' ? rejectionReason : undefined);

/** The next step of a trip, in words for its traveller. */
function stepOf(trip: Trip, when: When, asked: number): string | undefined {
  switch (tripStateOf(trip, when)) {
    case 'cancelled':
      return undefined;
    case 'refused':
      return when === 'past'
        ? 'Republiez-le à une autre date, une fois corrigé.'
        : 'Corrigez votre trajet et renvoyez-le.';
    case 'past':
      return 'Publiez le trajet retour, ou un autre.';
    case 'review':
      return 'Notre équipe valide votre trajet (24 à 48 h).';
    case 'confirmed':
      if (asked > 0)
        return asked === 1
          ? 'Répondez à la proposition qui attend.'
          : `Répondez aux ${asked} propositions qui attendent.`;
      if (isFull(trip)) return 'Tous ses kilos sont réservés.';
      return trip.bookedGrams
        ? 'Il reste de la place pour un autre colis.'
        : 'Proposez-vous pour un colis sur ce trajet.';
  }
}
