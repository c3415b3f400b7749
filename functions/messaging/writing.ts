import type { Actor } from '#functions/actor.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { newConversationLimit, pendingMessageLimit } from '#shared/messaging/rules.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { cardOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { type About, refusalToWrite, requireTopic, type ThreadView, viewThread } from './thread-view.ts';

export interface OpenThread extends ThreadView {
  readonly me: Person;
  readonly other: Person;
}

/** The thread in which the actor wants to write. Throws NOT_FOUND, PARCEL_UNAVAILABLE, or why they may not write. */
export async function enter(deps: Deps, actor: Actor, otherId: string, about: About): Promise<OpenThread> {
  const [view, stats] = await Promise.all([
    viewThread(deps, actor.id, otherId, about),
    profileRepository(deps.table).stats(actor.id),
  ]);
  const { other } = view;
  if (!other) throw new Refusal('NOT_FOUND');
  requireTopic(view);
  const refusal = refusalToWrite(view, actor.profile, deps.now());
  if (refusal) throw refusal;
  return { ...view, me: { profile: actor.profile, stats }, other };
}

/** The two as the rows of a new message show them, each with the parcel's title if they see it. */
export function speakersOf({ topic, parcel, sees, me, other }: OpenThread, now: number) {
  const recipientSees = parcel && isVisibleTo(topic.b, parcel, { now, isOwnerHidden: false });
  return {
    sender: { card: cardOf(me.profile, me.stats), title: sees ? parcel?.title : undefined },
    recipient: { card: cardOf(other.profile, other.stats), title: recipientSees ? parcel.title : undefined },
  };
}

/** Counts a message against the limits of its sender. Throws TOO_MANY. */
export async function countMessage(
  { table, now }: Deps,
  sender: ProfileRecord,
  { thread }: Pick<ThreadView, 'thread'>,
  callId: string,
): Promise<void> {
  if (sender.status !== 'approved')
    await countCall(table, 'unverifiedMessage', sender.id, pendingMessageLimit, now(), callId);
  if (!thread) await countCall(table, 'newConversation', sender.id, newConversationLimit(sender), now(), callId);
}
