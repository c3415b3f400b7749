import { meOf, otherOf, toldSituation } from '#functions/deliveries/around.ts';
import { roomFor } from '#functions/deliveries/decide.ts';
import { newestEvents } from '#functions/deliveries/events.ts';
import { offerRepository } from '#functions/deliveries/offers/repository.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { tiesBetween } from '#functions/friends/ties.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { isOpen, toOffer } from '#shared/deliveries/offer-rules.ts';
import { answerProblem } from '#shared/deliveries/problem-rules.ts';
import type { messagingRoutes } from '#shared/messaging/contract.ts';
import { toMessage, withEnd } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isParty, toParcel, toUnseenParcel } from '#shared/parcels/rules.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { shownReliability } from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
import type { Topic } from './head.ts';
import { threadRepository } from './repository.ts';
import { isHidden, refusalToWrite, requireTopic, type ThreadView, viewThread } from './thread-view.ts';
import { countMessage, enter, passLeaks, say } from './writing.ts';

function sendMessage(deps: Deps): Handler<(typeof messagingRoutes)['sendMessage']> {
  return async ({ actor, body, callId }) => {
    const { recipientId, parcelId, content, acknowledged } = body;
    if (recipientId === actor.id) throw new Refusal('SELF_ACTION');
    const open = passLeaks(await enter(deps, actor, recipientId, { parcelId }), { text: content, acknowledged });
    await countMessage(deps, actor.profile, open, callId);
    return say(
      deps,
      open,
      { id: deps.newId(), content },
      (message) => message,
      ({ createdAt }) => answerWrites(deps, open, createdAt),
    );
  };
}

/** The first answer to the problem of their delivery is noted in the parcel and in the rows of both (rule 170). */
async function answerWrites({ table, now }: Deps, { topic, parcel: seen }: ThreadView, at: string): Promise<Write[]> {
  if (!seen || !isPair(seen, topic.a, topic.b) || !answerProblem(seen, topic.a, at)) return [];
  const parcels = parcelRepository(table);
  const parcel = await parcels.read(seen.id);
  const answered = parcel && answerProblem(parcel, topic.a, at);
  if (!answered) return [];
  return [
    parcels.save(answered, () => new Refusal('UNAVAILABLE')),
    ...deliveryRepository(table).assignment(parcel, answered, now()),
  ];
}

function readConversation(deps: Deps): Handler<(typeof messagingRoutes)['conversation']> {
  const { table, now } = deps;
  const threads = threadRepository(table);
  return async ({ actor, params, query }) => {
    const otherId = params.userId;
    const { parcel: parcelId } = query;
    const [view, offered] = await Promise.all([
      viewThread(deps, actor.id, otherId, { parcelId }),
      parcelId
        ? offerRepository(table).read({ memberId: actor.id, otherId, parcelId }, { consistent: false })
        : undefined,
    ]);
    const { topic, thread, parcel, sees, other, ties, isBlocked } = view;
    if (otherId === actor.id || (isHidden(other) && !thread)) throw new Refusal('NOT_FOUND');
    requireTopic(view);
    const bounds = { after: numberOf(query.after), before: numberOf(query.before) };
    // Read after the head, so the messages reach at least its number.
    const [messages, events, room] = await Promise.all([
      thread ? threads.messages(topic, bounds) : [],
      parcel && bounds.before === undefined ? eventsBetween(table, actor.id, otherId, parcel) : undefined,
      parcel && sees && isPair(parcel, actor.id, otherId) ? roomFor(table, parcel) : {},
    ]);
    // Some messages up to this number may still be stored: the nightly job erases them in parts.
    const erasedUpTo = thread?.erasedUpTo ?? 0;
    const first = messages[0]?.seq ?? 1;
    const closed = refusalToWrite(view, actor.profile, now());
    const offer = offered && isOpen(parcel, offered.offer, now()) ? toOffer(offered.offer) : undefined;
    const hasWritten = thread !== undefined;
    const facts = { other: otherOf(otherId, other, { isBlocked, hasWritten, now: now() }), offer, ...room };
    const situation = parcel && toldSituation(parcel, actor.id, { ...facts, me: meOf(actor, now()) }, now());
    return answer({
      with: partnerCard(otherId, other),
      ...shownReliability(other, actor.id),
      ...(closed ? { closed: withNoBreaks(closed.sentence.detail) } : {}),
      ...(ties.isBlocked ? { isBlocked: true as const } : {}),
      ...(ties.isInHand ? { isInHand: true as const } : {}),
      messages: thread ? messages.map((message) => toMessage(thread, withEnd(message, now()))) : [],
      ...(parcel && sees ? { parcel: toParcel(actor.id, parcel, situation) } : {}),
      ...(query.parcel && !sees
        ? {
            unseenParcel: {
              ...toUnseenParcel(parcel, parcel && (await threads.writtenTitle(topic))),
              ...(offer && situation ? { situation } : {}),
            },
          }
        : {}),
      ...(events ? { events } : {}),
      lastSeq: thread?.seq ?? 0,
      readUpTo: thread?.readUpTo[otherId]?.seq ?? 0,
      ...(erasedUpTo > 0 ? { erased: true as const } : {}),
      ...(bounds.after === undefined && first > erasedUpTo + 1 ? { previous: String(first) } : {}),
    });
  };
}

const isPair = (parcel: ParcelRecord, a: string, b: string) => isParty(a, parcel) && isParty(b, parcel);

/**
 * Events of the parcel between its owner and this carrier, in the present delivery and in earlier ones of the same two.
 * A former carrier sees nothing after the end of theirs; a member who was never the carrier gets undefined.
 */
async function eventsBetween(
  table: Table,
  viewerId: string,
  otherId: string,
  parcel: ParcelRecord,
): Promise<TrackingEvent[] | undefined> {
  const { ownerId, carrierId, assignedAt = '' } = parcel;
  if (viewerId !== ownerId && otherId !== ownerId) return undefined;
  const memberId = viewerId === ownerId ? otherId : viewerId;
  const isCarrier = memberId === carrierId;
  const isTheirs = (event: TrackingEvent) =>
    event.carrierId === memberId ||
    (event.type === 'position' && event.by === memberId) ||
    // `carrierReplaced` is the end of the carrier before, at the same moment as this assignment.
    (isCarrier && event.at >= assignedAt && event.type !== 'carrierReplaced');
  const events = (await newestEvents(table, parcel.id)).filter(isTheirs);
  if (events.length === 0 && !isCarrier) return undefined;
  return events.map(({ by, carrierId: whose, decision: _ours, ...event }) => ({
    ...event,
    ...(whose && viewerId === ownerId ? { carrierId: whose } : {}),
    ...(by === viewerId || by === otherId ? { by } : {}),
  }));
}

const numberOf = (position: string | undefined) => (position === undefined ? undefined : Number(position));

const listSize = 20;

export function messagingHandlers(deps: Deps): Handlers<typeof messagingRoutes> {
  const threads = threadRepository(deps.table);
  return {
    conversations: async ({ actor, query }) => {
      const { q, filter = 'all', limit, cursor } = query;
      if (q !== undefined) return answer(await threads.search(actor.id, q, cursor));
      return answer(await threads.inbox(actor.id, filter, { size: limit ? Number(limit) : listSize, cursor }));
    },
    conversation: readConversation(deps),
    sendMessage: sendMessage(deps),
    markRead: markRead(deps),
  };
}

function markRead({ table, now }: Deps): Handler<(typeof messagingRoutes)['markRead']> {
  const threads = threadRepository(table);
  return async ({ actor, params, body }) => {
    const topic: Topic = { a: actor.id, b: params.userId, parcelId: body.parcelId };
    const reader = { id: actor.id, otherId: params.userId };
    const mark = async (): Promise<Outcome<{ unread: number }>> => {
      const thread = await threads.head(topic);
      if (!thread) throw new Refusal('NOT_FOUND');
      // All messages were erased.
      if (thread.seq === thread.erasedUpTo) return answer({ unread: 0 });
      const seq = Math.min(body.upToSeq, thread.seq);
      if (seq <= (thread.readUpTo[actor.id]?.seq ?? 0))
        return answer({ unread: await threads.unread(actor.id, params.userId, body.parcelId) });
      const [unread, { isBlocked, isInHand }] = await Promise.all([
        threads.unreadAfter(topic, actor.id, seq, thread.seq),
        tiesBetween(table, params.userId, actor.id),
      ]);
      const at = new Date(now()).toISOString();
      // Whom the reader has blocked would see that they still read (rule 183).
      const isSilent = isBlocked && !isInHand;
      return commit({ unread }, threads.markRead(topic, reader, thread, { seq, at, unread, isSilent }), mark);
    };
    return mark();
  };
}
