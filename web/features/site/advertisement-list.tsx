import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Advertisement, AdvertisementPosition, siteRoutes } from '#shared/site/contract.ts';
import '#web/features/site/advertisement.css';
import type { Reply } from '#shared/route.ts';
import { queryKey } from '#web/lib/api/query.ts';

/**
 * Maximum advertisements of a position, highest priority first. All of them (decision 022) would push away the content
 * of the page. The panel shows this limit to administrators.
 */
export const room: Readonly<Record<AdvertisementPosition, number>> = { home: 3, sidebar: 2, header: 1, footer: 3 };

export const advertisementsAt = (position: AdvertisementPosition) =>
  queryOptions({
    queryKey: queryKey('site', 'advertisements', { query: { position } }),
    queryFn: ({ signal }) => readAdvertisements(position, signal),
    retry: false,
  });

export const shownOf = (
  position: AdvertisementPosition,
  active: readonly Advertisement[] | undefined,
): readonly Advertisement[] => active?.filter(isWorthAPlace).slice(0, room[position]) ?? [];

/** A text without a picture and with a link to this site would look like the site's own text. */
export function isWorthAPlace({ imageUrl, linkUrl }: Pick<Advertisement, 'imageUrl' | 'linkUrl'>): boolean {
  return Boolean(imageUrl) || !linkUrl || new URL(linkUrl, location.href).origin !== location.origin;
}

/**
 * The row `advertisements`, without the client of the API: they are on every page, and its schemas would be a tenth of
 * a visitor's first load. Throws when there is no answer of the expected shape.
 */
async function readAdvertisements(position: AdvertisementPosition, signal: AbortSignal): Promise<Advertisement[]> {
  const response = await fetch(`/api/public/advertisements?position=${position}`, { method: 'GET', signal });
  const { items } = (await response.json()) as Partial<Reply<(typeof siteRoutes)['advertisements']>>;
  if (!response.ok || !Array.isArray(items)) throw new Error(`No advertisements: ${response.status}`);
  return items;
}

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

type ContentProps = Omit<Advertisement, 'id'> & {
  /** A picture that is not stored yet. */
  picture?: ReactNode;
};

export function AdvertisementContent({ title, description, imageUrl, linkUrl, picture }: ContentProps) {
  return (
    <>
      {picture ?? (imageUrl && <img src={imageUrl} alt="" loading="lazy" decoding="async" />)}
      <div dir="auto">
        <p className="advertisement__title">
          {linkUrl ? (
            <a href={linkUrl} target="_blank" rel="noopener sponsored" className="advertisement__link">
              {title} <span className="visually-hidden">(nouvel onglet)</span>
            </a>
          ) : (
            title
          )}
        </p>
        {description && <p className="muted small">{description}</p>}
      </div>
    </>
  );
}
