import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';
import type { Queued, QueuedHandover } from './queued-item.ts';

/** The queued acts of the signed-in member, in order. A page shows them without the code that sends them. */
export const queued = createStore<readonly Queued[]>([]);

export const useQueuedHandovers = (parcelId: string): readonly QueuedHandover[] =>
  useSyncExternalStore(queued.subscribe, queued.get).filter(
    (item): item is QueuedHandover => item.kind === 'handover' && item.parcelId === parcelId,
  );
