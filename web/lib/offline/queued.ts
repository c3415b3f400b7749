import { useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';
import type { Queued, QueuedHandover } from './queued-item.ts';

/** The queued acts of the signed-in member, in order. A page shows them without the code that sends them. */
export const queued = createStore<readonly Queued[]>([]);

export const useQueuedHandovers = (parcelId: string): readonly QueuedHandover[] =>
  useSyncExternalStore(queued.subscribe, queued.get).filter(
    (item): item is QueuedHandover => item.kind === 'handover' && item.parcelId === parcelId,
  );

/** The act of a parcel that waits on this device; no place offers it a second time. */
export const useQueuedAct = (parcelId: string): QueuedHandover | undefined =>
  useQueuedHandovers(parcelId).find(({ validated }) => validated);

/** A member reads it at an act that is on its way. */
export const sendingText = ({ problem }: Pick<Queued, 'problem'>): string =>
  problem ? `${problem}. Nouvel essai automatique…` : 'Envoi…';

export const handoverNames: Readonly<Record<QueuedHandover['stage'], string>> = {
  pickup: 'Récupération',
  delivery: 'Livraison',
  problem: 'Problème',
};

/** Describes it wherever its parcel is shown. `status`: that of a parcel which has gone on without it. */
export function queuedText(item: QueuedHandover, online: boolean, status?: string): string {
  const { state, stage, validated, problem, refusedAs } = item;
  if (state === 'refused') {
    const why = status && refusedAs === 'STATE_CHANGED' ? `le statut du colis est maintenant : ${status}.` : problem;
    return `${handoverNames[stage]} refusée : ${why}`;
  }
  const done = `${handoverNames[stage]} ${validated?.declared ? 'déclarée' : 'validée'} sur cet appareil`;
  if (state === 'old') return `${done}, pas encore envoyée : décidez dans le suivi du colis.`;
  return online ? `${done}. ${sendingText(item)}` : `${done}, en attente de connexion.`;
}
