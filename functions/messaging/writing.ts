import type { Actor } from '#functions/actor.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import type { Write } from '#functions/platform/table.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { isInHandBetween } from '#shared/deliveries/rules.ts';
import { leaksIn } from '#shared/messaging/leaks.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { newConversationLimit, pendingMessageLimit } from '#shared/messaging/rules.ts';
import { type Acknowledged, covers, warningCodes, warningOf } from '#shared/messaging/warnings.ts';
import { isParty, isVisibleTo } from '#shared/parcels/rules.ts';
import { cardOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { threadRepository } from './repository.ts';
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
function speakersOf({ topic, parcel, sees, me, other }: OpenThread, now: number) {
  const recipientSees = parcel && isVisibleTo(topic.b, parcel, { now, isOwnerHidden: false });
  return {
    sender: { card: cardOf(me.profile, me.stats), title: sees ? parcel?.title : undefined },
    recipient: { card: cardOf(other.profile, other.stats), title: recipientSees ? parcel.title : undefined },
  };
}

declare const isJudged: unique symbol;

/** A thread whose next message was judged, so that no act can say something unread by the rule. */
type JudgedThread = OpenThread & { readonly asksPayment: boolean; readonly [isJudged]: true };

/** Text that its author has typed, never a sentence of ours. */
interface Typed {
  readonly text: string | undefined;
  readonly acknowledged: Acknowledged | undefined;
}

/** Throws the warning about what the text gives away, unless its author has read it (rule 184). */
export function passLeaks(open: OpenThread, { text, acknowledged }: Typed): JudgedThread {
  const { topic, parcel, ties } = open;
  const isTheirs = parcel !== undefined && isParty(topic.a, parcel) && isParty(topic.b, parcel);
  const isPickedUp = isTheirs && parcel.pickedUpAt !== undefined;
  const isAgreed = parcel !== undefined && isInHandBetween(parcel, topic.a, topic.b);
  const knowEachOther = ties.isInHand || isAgreed || isPickedUp;
  const warning = text ? warningOf(leaksIn(text), { knowEachOther, isPickedUp }) : undefined;
  if (warning && !covers(acknowledged, warning)) throw new Refusal(warningCodes[warning]);
  return { ...open, asksPayment: warning === 'payment' } as JudgedThread;
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

type Words = Pick<MessageRecord, 'id' | 'content' | 'offer'>;

/**
 * The next message of a thread, with other writes of the same act. Sequence numbers are unique. On a concurrent
 * message, the loser retries with the next number, and asks again for the other writes.
 */
export function say<Reply>(
  { table, now }: Pick<Deps, 'table' | 'now'>,
  open: JudgedThread,
  words: Words,
  replyOf: (message: MessageRecord) => Reply,
  more: (message: MessageRecord) => readonly Write[] | Promise<readonly Write[]> = () => [],
): Promise<Outcome<Reply>> {
  const threads = threadRepository(table);
  const { topic } = open;
  const speakers = speakersOf(open, now());
  const sayAfter = async (head: ThreadRecord | undefined): Promise<Outcome<Reply>> => {
    const message: MessageRecord = {
      ...words,
      seq: (head?.seq ?? 0) + 1,
      senderId: topic.a,
      recipientId: topic.b,
      ...(topic.parcelId ? { parcelId: topic.parcelId } : {}),
      ...(open.asksPayment ? { asksPayment: true as const } : {}),
      createdAt: new Date(now()).toISOString(),
    };
    const writes = [...threads.append(topic, message, speakers, head), ...(await more(message))];
    return commit(replyOf(message), writes, async () => sayAfter(await threads.head(topic)));
  };
  return sayAfter(open.thread);
}
