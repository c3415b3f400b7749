import { Suspense, useEffect } from 'react';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { offline } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useQueuedHandovers } from '#web/lib/offline/queued.ts';
import type { Validated } from '#web/lib/offline/queued-item.ts';
import { calmMs, untilLoaded } from '#web/lib/offline/until-loaded.ts';
import { toast } from '#web/lib/toast.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

type Sending = Pick<ReturnType<typeof useProofSending>, 'takeAll' | 'putBack'>;

const handovers = () => import('#web/features/deliveries/queued-handover.tsx');
const QueuedHandover = lazyPart(() => handovers().then((file) => file.QueuedHandover));

/** Hand-overs of a parcel without a network: what waits, and the way to let one more wait. */
export function useHandoverQueue(
  parcel: Pick<Parcel, 'id' | 'version'>,
  { takeAll, putBack }: Sending,
  typeAgain: (typed: Validated) => void,
) {
  const waiting = useQueuedHandovers(parcel.id);

  const queue = async (stage: ProofStage, validated?: Omit<Validated, 'version'>): Promise<boolean> => {
    const file = await handovers().catch(() => undefined);
    const taken = takeAll();
    const isKept = (await file?.keepHandover(parcel, stage, taken, validated)) ?? false;
    if (isKept) toast.info(deliveryWords.handoverQueued);
    else {
      putBack(taken);
      toast.error(deliveryWords.photosFailed, offline().detail);
    }
    return isKept;
  };
  const rows = waiting.length > 0 && (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height="8rem" />
        </Loading>
      }
    >
      {waiting.map((item) => (
        <QueuedHandover
          key={item.nr}
          item={item}
          onTakenBack={(photos, typed) => {
            putBack(photos);
            if (typed) typeAgain(typed);
          }}
        />
      ))}
    </Suspense>
  );
  return { rows, queue };
}

/**
 * The network of a door may be gone by the press, so its code is loaded before, but after the first view, or with the
 * first photo.
 */
export function useLoadedAhead(load: () => Promise<unknown>, hasPhoto: boolean): void {
  useEffect(
    () =>
      untilLoaded(() => Promise.all([handovers(), load()]).then(() => {}), navigator.onLine && !hasPhoto ? calmMs : 0),
    [load, hasPhoto],
  );
}
