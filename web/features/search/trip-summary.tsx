import type { TripCard as Trip } from '#shared/search/contract.ts';
import { sharedPaths } from '#shared/site/paths.ts';
import { capacityText, transportText, tripPriceText } from '#shared/trips/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { ListingCard, type ShownListing } from '#web/features/search/listing-card.tsx';

export function TripSummary({ trip, ...shown }: ShownListing & { trip: Trip }) {
  const { depart, arrival, stops, transport, acceptsFragile, acceptsElectronics } = trip;
  return (
    <ListingCard
      {...shown}
      page={sharedPaths.trip(trip.id)}
      subject={transportText(transport)}
      picture={transport ? [transport] : []}
      route={[depart.city, arrival.city]}
      day={shortDay(trip.travelDate)}
      about={[transportText(transport), ...stops.map(({ city }) => `via ${isolated(city)}`)].join(' · ')}
      facts={[
        capacityText(trip),
        acceptsFragile && acceptsElectronics
          ? 'Objets fragiles et électroniques acceptés'
          : (acceptsFragile && 'Objets fragiles acceptés') ||
            (acceptsElectronics && 'Appareils électroniques acceptés'),
      ]}
      price={tripPriceText(trip)}
      owner={trip.owner}
    />
  );
}
