import { lazy, Suspense } from 'react';
import type { Position } from '#shared/site/contract.ts';
import { useInBrowser } from '#web/components/use-in-browser.ts';

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

const Nothing = () => null;
