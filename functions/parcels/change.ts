import type { Actor } from '#functions/actor.ts';
import { parcelViewOf } from '#functions/deliveries/decide.ts';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { staleListing } from '#functions/listings/publishing.ts';
import { commit } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { parcelRepository } from './repository.ts';

/** Stores what a rule made of the version that the owner saw, with its event. Throws the refusal of a conflict. */
export function changeParcel(
  deps: Deps,
  { actor, resource, version }: { actor: Actor; resource: ParcelRecord; version: number },
  event: TrackingEvent['type'],
  rule: () => ParcelRecord,
  others: readonly Write[] = [],
) {
  if (resource.version !== version) throw conflictRefusal(deps, actor, resource);
  const changed = rule();
  return commit(parcelViewOf(deps, actor, changed), [
    parcelRepository(deps.table).save(changed, (current) => conflictRefusal(deps, actor, current)),
    parcelEvent(deps.table, changed, event, actor.id, deps.now()),
    ...others,
  ]);
}

function conflictRefusal(deps: Deps, actor: Actor, current: ParcelRecord | undefined): Refusal {
  if (!current) return new Refusal('NOT_FOUND');
  const now = { current: parcelViewOf(deps, actor, current) };
  if (current.status === 'active') return new Refusal('STALE', staleListing, now);
  return new Refusal('STATE_CHANGED', current.carrierId ? takenMeanwhile : undefined, now);
}

const takenMeanwhile = {
  title: 'Situation modifiée',
  detail: "Un transporteur s'est engagé entre-temps : l'annonce ne peut plus être modifiée.",
};
