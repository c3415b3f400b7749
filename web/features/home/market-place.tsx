import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { MarketPart, MarketSkeletons, marketParts } from '#web/features/home/market-part.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { savesData } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';

const Market = lazyPart(() => import('#web/features/home/market.tsx').then((file) => file.Market), MarketToCome);

/** Delay after the load, so that the lists never compete with the first view (rule 97). */
const calmMs = 3_000;

const departuresKey = queryKey('search', 'searchTrips', { query: {} });

/** The market of the home page; its code and its data come when somebody scrolls, or when the page is calm. */
export function MarketPlace() {
  const client = useQueryClient();
  // What was read before is there at once.
  const [isWanted, setWanted] = useState(() => client.getQueryData(departuresKey) !== undefined);
  useEffect(() => {
    if (isWanted) return undefined;
    const want = () => setWanted(true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => (timer = setTimeout(want, calmMs));
    addEventListener('scroll', want, { once: true, passive: true });
    if (!savesData() && document.readyState === 'complete') wait();
    else if (!savesData()) addEventListener('load', wait, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', want);
      removeEventListener('load', wait);
    };
  }, [isWanted]);
  return isWanted ? (
    <Suspense fallback={<MarketToCome />}>
      <Market />
    </Suspense>
  ) : (
    <MarketToCome />
  );
}

function MarketToCome() {
  return Object.values(marketParts).map((part) => (
    <MarketPart key={part.id} {...part}>
      <MarketSkeletons />
    </MarketPart>
  ));
}
