import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import '#web/features/corridors/corridors.css';

export const marketParts = {
  trips: {
    id: 'departures',
    title: 'Prochains départs',
    all: { to: withQuery(paths.findParcels, { tab: 'trips' }), text: 'Tous les trajets' },
  },
  parcels: {
    id: 'waiting',
    title: 'Colis qui attendent',
    all: { to: paths.findParcels, text: 'Tous les colis' },
  },
} as const;

interface MarketPartProps {
  id: string;
  title: string;
  all: { to: string; text: string };
  children: ReactNode;
}

export const MarketPart = ({ id, title, all, children }: MarketPartProps) => (
  <section className="market__part" aria-labelledby={id}>
    <div className="market__title">
      <h2 id={id}>{title}</h2>
      <Link className="lone-link" to={all.to}>
        {all.text}
      </Link>
    </div>
    {children}
  </section>
);

export const MarketSkeletons = () => (
  <div className="market__cards" aria-hidden="true">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span key={key} className="skeleton market__skeleton" />
    ))}
  </div>
);
