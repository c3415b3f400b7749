import type { Actor } from '#functions/actor.ts';
import { tiesBetween } from '#functions/friends/ties.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { type DeliveryStep, isInHand } from '#shared/deliveries/rules.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { assignedRefusal, assignedStates, isVisibleTo, toParcel, toUnseenParcel } from '#shared/parcels/rules.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Tie } from '#shared/situation/contract.ts';
import { type Around, otherOfCard } from '#shared/situation/situation.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import { meOf, toldSituation, unpaidAmong } from './around.ts';
import { atSeenVersion, stepWrites } from './step-writes.ts';

/** The facts that are read around a parcel for one member; `tie` replaces the one that the parcel names. */
type Facts = Omit<Around, 'me'> & { readonly tie?: Tie | undefined; readonly unpaid?: ReadonlySet<string> };

/**
 * The parcel as a member sees it. Without `other` it is about the other participant of its delivery, as the parcel
 * names them. It is parsed here, because refusals contain it and no schema parses those.
 */
export function parcelViewOf(
  { now }: Deps,
  actor: Actor,
  parcel: ParcelRecord,
  { tie, unpaid, ...facts }: Facts = {},
): Parcel {
  const around = { other: partnerIn(actor.id, parcel, { tie, unpaid }), ...facts, me: meOf(actor, now()) };
  return Parcel.parse(toParcel(actor.id, parcel, toldSituation(parcel, actor.id, around, now())));
}

const partnerIn = (
  memberId: string,
  { ownerId, owner, carrier, carrierTie }: ParcelRecord,
  { tie = carrierTie, unpaid }: Pick<Facts, 'tie' | 'unpaid'>,
) => {
  if (memberId !== ownerId) return otherOfCard(owner, tie);
  return carrier && { ...otherOfCard(carrier, tie), lacksSubscription: unpaid?.has(carrier.id) };
};

export async function partnerFacts(deps: Deps, memberId: string, parcel: ParcelRecord): Promise<Facts> {
  const { table } = deps;
  const { ownerId, carrierId } = parcel;
  if (!carrierId || isInHand(parcel)) return roomFor(table, parcel);
  const [ties, unpaid] = await Promise.all([
    tiesBetween(table, memberId === ownerId ? carrierId : ownerId, memberId),
    unpaidAmong(deps, memberId === ownerId ? [carrierId] : []),
  ]);
  return { unpaid, tie: ties.isBlocked ? 'blocked' : ties.hasBlocked ? 'hidden' : undefined };
}

export async function roomFor(table: Table, { status, terms }: ParcelRecord): Promise<Pick<Facts, 'freeGrams'>> {
  if (status !== 'pickup' || !terms?.trip) return {};
  const trip = await tripRepository(table).read(terms.trip.id, { consistent: false });
  return trip ? { freeGrams: freeGrams(trip) } : {};
}

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
    return new Refusal('STATE_CHANGED', undefined, { current: parcelViewOf(deps, actor, current) });
  const told = { current: toUnseenParcel(current, knownTitle) };
  return assignedStates.includes(current.status)
    ? assignedRefusal(current, told)
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

interface Applied {
  readonly facts?: Facts;
  readonly guards?: readonly Write[];
  /** The refusal if another act was faster. */
  readonly refuse?: (current: ParcelRecord | undefined) => Refusal;
}

const conflict = (deps: Deps, actor: Actor, before: ParcelRecord) => (current: ParcelRecord | undefined) =>
  conflictRefusal(deps, actor, current, before.title);

/** One transaction of the parcel, all that belongs to its step, and conditions on other items. */
export async function applyStep(
  deps: Deps,
  actor: Actor,
  before: ParcelRecord,
  step: DeliveryStep,
  { facts, guards = [], refuse = conflict(deps, actor, before) }: Applied = {},
): Promise<Outcome<Parcel>> {
  const { parcel } = step;
  return commit(parcelViewOf(deps, actor, parcel, facts), [
    parcelRepository(deps.table).save(parcel, refuse),
    ...(await stepWrites(deps, actor.id, before, step)),
    ...guards,
  ]);
}

const unlistedMeanwhile = {
  title: 'Annonce modifiée entre-temps',
  detail: "L'expéditeur vient de modifier ou de retirer cette annonce. Elle n'est pas disponible pour le moment.",
};
