import { useQueries } from '@tanstack/react-query';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { shortDay } from '#shared/values/time.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { Callout } from '#web/ui/callout.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';

/** The parcels that count on a trip of the member: those to collect, and those that they have already. */
export function useParcelsOn(tripId: string) {
  const lists = useQueries({
    queries: (['to_collect', 'in_transit', 'to_deliver'] as const).map((state) =>
      deliveriesQuery('myDeliveries', { query: { state } }),
    ),
  });
  const [waiting = [], ...onTheWay] = lists.map(
    ({ data }) => data?.items.filter(({ situation }) => situation.terms.trip?.id === tripId) ?? [],
  );
  const toCollect = lists[0]?.data;
  return {
    waiting,
    taken: onTheWay.flat(),
    // Only a list that was read whole proves that none counts on it.
    isUnused: toCollect !== undefined && !toCollect.next && waiting.length === 0,
    failed: lists.find(({ error }) => error)?.error ?? undefined,
    retry: () => void Promise.all(lists.map((list) => list.refetch())),
  };
}

type ParcelsOn = ReturnType<typeof useParcelsOn>;

export const ParcelsNotLoaded = ({ of: { failed, retry } }: { of: ParcelsOn }) =>
  failed && <LoadFailed title="Impossible de charger les colis de ce trajet." error={failed} onRetry={retry} />;

/** `travelDate`: the new day, which may be after the last day of some of them. */
export const ParcelTitles = ({ of, travelDate }: { of: readonly ListedDelivery[]; travelDate?: string }) => (
  <ul>
    {of.map(({ id, title, deadline }) => (
      <li key={id}>
        <bdi>{title}</bdi>
        {travelDate && travelDate > deadline && ` : le nouveau jour est après sa date limite (${shortDay(deadline)})`}
      </li>
    ))}
  </ul>
);

/** The question before a trip moves names the parcels that move with it. */
export function MovedParcels({ tripId, travelDate }: { tripId: string; travelDate: string }) {
  const parcels = useParcelsOn(tripId);
  const moved = [...parcels.waiting, ...parcels.taken];
  return (
    <>
      <ParcelsNotLoaded of={parcels} />
      {moved.length > 0 && (
        <Callout tone="warning" title="Des colis comptent sur ce trajet">
          <ParcelTitles of={moved} travelDate={travelDate} />
          <p>Leurs expéditeurs sont prévenus du changement.</p>
        </Callout>
      )}
    </>
  );
}
