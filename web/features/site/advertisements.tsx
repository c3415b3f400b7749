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

export function HeaderAdvertisements() {
  const { pathname } = useLocation();
  return <Advertisements key={pathname} position="header" />;
}

export function SidebarAdvertisements() {
  return useMediaQuery('(min-width: 96em)') ? <Advertisements position="sidebar" /> : null;
}

function Nothing() {
  return null;
}
