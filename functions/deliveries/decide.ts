import type { Actor } from '#functions/actor.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { actsOf, type Between, type DeliveryStep } from '#shared/deliveries/rules.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { assignedStates, isVisibleTo, toParcel, toUnseenParcel } from '#shared/parcels/rules.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { Refusal } from '#shared/refusal.ts';
import { atSeenVersion, stepWrites } from './steps.ts';

const viewOf = ({ now }: Deps, viewerId: string, parcel: ParcelRecord, between?: Between): Parcel =>
  Parcel.parse(toParcel(viewerId, parcel, actsOf(viewerId, parcel, now(), between)));

/**
 * The refusal of an act on an older version, with the current parcel as far as the actor sees it. `knownTitle` is the
 * title that they have read before. `meet` has refused hidden owners already, and parties always see their parcel.
 */
export function conflictRefusal(
  deps: Deps,
  actor: Actor,
  current: ParcelRecord | undefined,
  knownTitle?: string,
): Refusal {
  if (!current) return new Refusal('NOT_FOUND', { title: 'Introuvable', detail: unseenWords.deleted });
  if (isVisibleTo(actor.id, current, { now: deps.now(), isOwnerHidden: false }))
    return new Refusal('STATE_CHANGED', undefined, { current: viewOf(deps, actor.id, current) });
  const told = { current: toUnseenParcel(current, knownTitle) };
  return assignedStates.includes(current.status)
    ? new Refusal('ALREADY_ASSIGNED', undefined, told)
    : new Refusal('STATE_CHANGED', unlistedMeanwhile, told);
}

/** Applies the rule to the version that the actor saw. Throws the refusal above on a conflict. */
export const decide = <Made>(
  deps: Deps,
  actor: Actor,
  parcel: ParcelRecord,
  { version, knownTitle }: { version: number; knownTitle?: string | undefined },
  rule: () => Made,
): Made => atSeenVersion(parcel, version, rule, (current) => conflictRefusal(deps, actor, current, knownTitle));

/** One transaction of the parcel, all that belongs to its step, and conditions on other items. */
export async function applyStep(
  deps: Deps,
  actor: Actor,
  before: ParcelRecord,
  step: DeliveryStep,
  { between, guards = [] }: { between?: Between; guards?: readonly Write[] } = {},
): Promise<Outcome<Parcel>> {
  const { parcel } = step;
  return commit(viewOf(deps, actor.id, parcel, between), [
    parcelRepository(deps.table).save(parcel, (current) => conflictRefusal(deps, actor, current, before.title)),
    ...(await stepWrites(deps, actor.id, before, step)),
    ...guards,
  ]);
}

const unlistedMeanwhile = {
  title: 'Annonce modifiée entre-temps',
  detail: "L'expéditeur vient de modifier ou de retirer cette annonce. Elle n'est pas disponible pour le moment.",
};
