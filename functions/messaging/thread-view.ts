import { seenWith, type Ties, tiesAbout, tiesBetween } from '#functions/friends/ties.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import type { ThreadRecord } from '#shared/messaging/record.ts';
import { writingRefusal } from '#shared/messaging/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { isReachable, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Topic } from './head.ts';
import { threadRepository } from './repository.ts';

export interface ThreadView {
  readonly topic: Topic;
  /** Undefined before the first message. */
  readonly thread: ThreadRecord | undefined;
  readonly parcel: ParcelRecord | undefined;
  readonly sees: boolean;
  readonly other: Person | undefined;
  readonly ties: Ties;
  /** The member has blocked the other one, and it counts in this thread. */
  readonly isBlocked: boolean;
}

export interface About {
  readonly parcelId?: string | undefined;
  readonly known?: ParcelRecord;
}

export async function viewThread(
  { table, now }: Deps,
  viewerId: string,
  otherId: string,
  { parcelId, known }: About,
): Promise<ThreadView> {
  const topic: Topic = { a: viewerId, b: otherId, parcelId };
  const [thread, people, parcel, ties] = await Promise.all([
    threadRepository(table).head(topic),
    profileRepository(table).people([otherId]),
    known ?? (parcelId ? parcelRepository(table).read(parcelId) : undefined),
    tiesBetween(table, otherId, viewerId),
  ]);
  const person = people.get(otherId);
  const tiesHere = tiesAbout(parcel, [viewerId, otherId], ties);
  const other = person && seenWith(person, tiesHere);
  const isTheirs = parcel !== undefined && [viewerId, otherId].includes(parcel.ownerId);
  const sees = isTheirs && isVisibleTo(viewerId, parcel, { now: now(), isOwnerHidden: isHidden(other) });
  return { topic, thread, parcel, sees, other, ties, isBlocked: tiesHere.isBlocked };
}

/** A new thread about a parcel needs its owner and somebody who sees it. Throws PARCEL_UNAVAILABLE otherwise. */
export function requireTopic({ topic, thread, sees }: ThreadView): void {
  if (topic.parcelId && !thread && !sees) throw new Refusal('PARCEL_UNAVAILABLE');
}

/** Why `sender` may not write in the thread, which is theirs; undefined if they may. */
export const refusalToWrite = (
  { thread, other, isBlocked }: ThreadView,
  sender: ProfileRecord,
  now: number,
): Refusal | undefined =>
  other
    ? writingRefusal({
        sender,
        recipient: other.profile,
        isBlocked,
        hasThread: thread !== undefined,
        now,
        subscriptionFrom: subscriptionFrom(),
      })
    : new Refusal('RECIPIENT_UNAVAILABLE');

export const isHidden = (person: Person | undefined) => !person || !isReachable(person.profile);
