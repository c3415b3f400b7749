import { lazy, Suspense } from 'react';
import type { Position } from '#shared/site/contract.ts';
import { useMediaQuery } from '#web/components/use-media-query.ts';
import { useInBrowser } from '#web/lib/use-in-browser.ts';

const AdvertisementList = lazy(() =>
  import('#web/features/site/advertisement-list.tsx').then(
    (file) => ({ default: file.AdvertisementList }),
    () => ({ default: Nothing }),
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

/** Beside a list, where the screen is wide; others do not even ask. */
export function SidebarAdvertisements() {
  return useMediaQuery('(min-width: 1280px)') ? <Advertisements position="sidebar" /> : null;
}

const Nothing = () => null;
