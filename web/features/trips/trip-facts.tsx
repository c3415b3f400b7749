import { Calendar, Package, Tag } from 'lucide-react';
import type { Trip } from '#shared/trips/contract.ts';
import { capacityText, transportText, tripPriceText } from '#shared/trips/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { TransportIcon } from '#web/features/trips/transport-icon.tsx';
import '#web/features/listings/listings.css';

type Facts = Pick<
  Trip,
  'transport' | 'depart' | 'arrival' | 'stops' | 'travelDate' | 'maxWeightKg' | 'maxSize' | 'price' | 'priceType'
>;

interface TripFactsProps {
  trip: Facts;
  level?: 'h2' | 'h3';
  isOver?: boolean;
}

/** Transport, route, date, capacity and price of a trip; the parent shows the owner. */
export function TripFacts({ trip, level: Title = 'h2', isOver }: TripFactsProps) {
  return (
    <>
      <Title className="row trip-title">
        <TransportIcon transport={trip.transport} size={22} /> {transportText(trip.transport)}
      </Title>
      <RouteLine from={trip.depart} to={trip.arrival} stops={trip.stops.map(({ city }) => city)} />
      <ul className="rows facts">
        <li>
          <Calendar size={18} aria-hidden="true" /> {shortDay(trip.travelDate)}
        </li>
        <li>
          <Package size={18} aria-hidden="true" /> {capacityText(trip, isOver)}
        </li>
        <li>
          <Tag size={18} aria-hidden="true" /> {tripPriceText(trip)}
        </li>
      </ul>
    </>
  );
}
