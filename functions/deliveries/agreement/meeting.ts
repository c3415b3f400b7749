import type { Actor } from '#functions/actor.ts';
import { blockRepository } from '#functions/friends/blocks.ts';
import { writeFirstRefusal } from '#functions/messaging/head.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { viewThread } from '#functions/messaging/thread-view.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { keys } from '#functions/platform/keys.ts';
import { all, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import { type Person, profileRepository, staying } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { type DeliveryStep, isInHandBetween } from '#shared/deliveries/rules.ts';
import { ownBlockRefusal } from '#shared/friends/blocks.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { refusedContents } from '#shared/parcels/customs.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cardOf, isReachable } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { lacksSubscription } from '#shared/subscriptions/rules.ts';
import { otherOf } from '../around.ts';
import { applyStep, parcelViewOf } from '../decide.ts';

export async function meet(deps: Deps, actor: Actor, otherId: string, known: ParcelRecord) {
  const [view, stats] = await Promise.all([
    viewThread(deps, actor.id, otherId, { parcelId: known.id, known }),
    profileRepository(deps.table).stats(actor.id),
  ]);
  const { other, thread, isBlocked, topic } = view;
  if (!other) throw new Refusal('NOT_FOUND');
  if (isBlocked) throw ownBlockRefusal('act');
  // An actor who has written to a hidden member knows that they exist.
  if (!isReachable(other.profile)) throw new Refusal(thread ? 'RECIPIENT_UNAVAILABLE' : 'NOT_FOUND');
  const hasWritten = thread !== undefined;
  const facts = { other: otherOf(otherId, other, { isBlocked, hasWritten, now: deps.now() }) };
  return { me: { profile: actor.profile, stats }, other, hasWritten, topic, facts };
}

/** Hold only while both are verified members, and neither account is being deleted. */
export const bothMustBeApproved = (table: Table, actorId: string, otherId: string): Write[] => [
  table.check(
    keys.profile(actorId),
    all(recordHaving('status', 'approved'), staying),
    () => new Refusal('PROFILE_NOT_APPROVED'),
  ),
  profileRepository(table).mustBeApproved(otherId),
];

/**
 * An agreement needs a conversation and two verified members, now and when the transaction runs (rule 37). `more` are
 * other writes of it.
 */
export async function shakeHands(
  deps: Deps,
  actor: Actor,
  before: ParcelRecord,
  step: DeliveryStep,
  { hasWritten, topic, other, facts }: Awaited<ReturnType<typeof meet>>,
  more: readonly Write[] = [],
) {
  if (!hasWritten) throw writeFirstRefusal();
  if (other.profile.status !== 'approved') throw new Refusal('OTHER_NOT_APPROVED');
  if (step.event === 'handshake') requireAdmitted(before, () => parcelViewOf(deps, actor, before, facts));
  const { table } = deps;
  const guards = [
    ...bothMustBeApproved(table, actor.id, other.profile.id),
    threadRepository(table).mustHaveWritten(topic),
    // No block changes anything about a delivery that the two have in hand (rule 183).
    ...(isInHandBetween(before, actor.id, other.profile.id)
      ? []
      : blockRepository(table).mustBeOpen(actor.id, other.profile.id, () => new Refusal('RECIPIENT_UNAVAILABLE'))),
    ...more,
  ];
  return applyStep(deps, actor, before, step, { facts, guards });
}

/**
 * The second yes is the last moment at which the table of customs still stops a parcel, which may be stricter than at
 * its publication (rule 189).
 */
function requireAdmitted({ contents, pickup, delivery }: ParcelRecord, current: () => Parcel): void {
  const [refused] = refusedContents(contents, pickup.countryCode, delivery.countryCode);
  if (!refused) return;
  const sentence = { title: 'Contenu refusé', detail: refused.message };
  throw new Refusal('STATE_CHANGED', sentence, { current: current() });
}

/** Throws unless the member may carry a parcel: with a subscription, where rule 197 asks for one. */
export function requireCarrier({ profile }: Person, now: number): void {
  if (!lacksSubscription(profile, subscriptionFrom(), now)) return;
  throw new Refusal('OTHER_NOT_APPROVED', {
    title: 'Abonnement nécessaire',
    detail: "Ce membre n'a pas d'abonnement en cours : il peut livrer un colis dès que le sien est actif.",
  });
}

export const card = ({ profile, stats }: Person) => cardOf(profile, stats);
