import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import type { Position } from '#shared/site/contract.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useInBrowser } from '#web/lib/use-in-browser.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';

const AdvertisementList = lazyPart(() =>
  import('#web/features/site/advertisement-list.tsx').then(
    (file) => file.AdvertisementList,
    () => Nothing,
  ),
);

/** Advertisements come after everything else, in a chunk of their own; whatever goes wrong with them, the page stands. */
export function Advertisements({ position }: { position: Position }) {
  return useInBrowser() ? (
    <Suspense fallback={null}>
      <AdvertisementList position={position} />
    </Suspense>
  ) : null;
}

/** Above the page: they come with the next one, never into a page that is being read already. */
export function HeaderAdvertisements() {
  const { pathname } = useLocation();
  return <Advertisements key={pathname} position="header" />;
}

/** Beside a list, where the screen is wide; others do not even ask. */
export function SidebarAdvertisements() {
  return useMediaQuery('(min-width: 80em)') ? <Advertisements position="sidebar" /> : null;
}

const Nothing = () => null;
