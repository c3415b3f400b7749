import '#web/features/listings/listings.css';

interface Place {
  city: string;
  country: string;
}

/** Departure and arrival as two dots on a line, with the stops between them. */
export function RouteLine({ from, to, stops = [] }: { from: Place; to: Place; stops?: readonly string[] }) {
  return (
    <ol className="route-line">
      <li>
        <span className="visually-hidden">Départ : </span>
        <PlaceName {...from} />
      </li>
      {stops.length > 0 && <li className="route-line__stops muted small">via {stops.join(', ')}</li>}
      <li>
        <span className="visually-hidden">Destination : </span>
        <PlaceName {...to} />
      </li>
    </ol>
  );
}

const PlaceName = ({ city, country }: Place) => (
  <span>
    <bdi translate="no">{city}</bdi>, {country}
  </span>
);
