import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdvertisementPosition } from '#shared/site/contract.ts';
import '#web/features/site/advertisement.css';
import { AdvertisementContent } from '#web/features/site/advertisement-content.tsx';
import { advertisementsAt, shownOf } from '#web/features/site/shown-advertisements.ts';

/** One page may have several positions, so each names its region differently. */
const labels: Readonly<Record<AdvertisementPosition, string>> = {
  home: 'Publicité',
  sidebar: 'Publicité, sur le côté',
  header: 'Publicité, en haut de la page',
  footer: 'Publicité, en bas de la page',
};

/** The advertisements of a position: empty while they load and when there are none. */
export function AdvertisementList({ position }: { position: AdvertisementPosition }) {
  const { data } = useQuery(advertisementsAt(position));
  const [wasKnown] = useState(data !== undefined);
  if (position === 'header' && !wasKnown) return null;
  const shown = shownOf(position, data);
  if (shown.length === 0) return null;
  return (
    <aside className={`advertisements advertisements--${position}`} aria-label={labels[position]}>
      <p className="advertisements__label" aria-hidden="true">
        Publicité
      </p>
      <ul>
        {shown.map((advertisement) => (
          <li key={advertisement.id} className="surface advertisement">
            <AdvertisementContent {...advertisement} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
