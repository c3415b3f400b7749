import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { AdvertisementPosition } from '#shared/site/contract.ts';
import { useInBrowser, useMediaQuery } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const AdvertisementList = lazyPart(
  () => import('#web/features/site/advertisement-list.tsx').then((file) => file.AdvertisementList),
  Nothing,
);

/** Advertisements load after everything else, in their own chunk; their failure does not affect the page. */
export function Advertisements({ position }: { position: AdvertisementPosition }) {
  return useInBrowser() ? (
    <Suspense fallback={null}>
      <AdvertisementList position={position} />
    </Suspense>
  ) : null;
}

/** Above the page: they are shown with the next page, never in a page that is already being read. */
export function HeaderAdvertisements() {
  const { pathname } = useLocation();
  return <Advertisements key={pathname} position="header" />;
}

/** In the margin beside a list; screens without a margin do not load them, because the footer has its own. */
export function SidebarAdvertisements() {
  return useMediaQuery('(min-width: 96em)') ? <Advertisements position="sidebar" /> : null;
}

function Nothing() {
  return null;
}
