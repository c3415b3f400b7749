import { lookAtSomeTime } from '#functions/platform/ageing.ts';
import { partOf, quarterOf } from '#functions/platform/due.ts';
import { pageIn, where } from '#functions/platform/http/list.ts';
import { indexes, type Key, keys } from '#functions/platform/keys.ts';
import { countOf } from '#functions/platform/pages.ts';
import {
  absent,
  changing,
  expression,
  present,
  recordHaving,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { type ConversationFilter, Partner } from '#shared/messaging/contract.ts';
import { type InboxRecord, isToldByNotice, MessageRecord, type ThreadRecord } from '#shared/messaging/record.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import { ageDays, daysAfter } from '#shared/values/ageing.ts';
import type { Card } from '#shared/values/fields.ts';
import { dayOf, minuteMs } from '#shared/values/time.ts';
import {
  moveHead,
  moveReadMark,
  mustHaveWritten,
  readHead,
  type SeenHead,
  type Topic,
  threadConflict,
} from './head.ts';
import { filteredInbox, filteredPartition, type InboxPage, inboxOrder, parseInbox, searchedInbox } from './inbox.ts';

const pageSize = 30;
const catchUpSize = 100;

/** Sorts after every message of a thread. */
const lastSeq = 9_999_999_999;

const putMessage = (table: Table, { a, b, parcelId }: Topic, message: MessageRecord): Write =>
  table.put({ ...keys.message(a, b, parcelId, message.seq), kind: 'message', record: message }, absent, threadConflict);

/** Ascending: the newest 30 before a number, or up to 100 after one. */
async function readMessages(
  table: Table,
  topic: Topic,
  { after, before }: { after?: number; before?: number },
): Promise<MessageRecord[]> {
  const isCatchUp = after !== undefined;
  const from = isCatchUp ? after + 1 : 1;
  const to = before === undefined ? lastSeq : before - 1;
  if (from > to) return [];
  const { items } = await table.query({
    ...messagesBetween(topic, from, to),
    ScanIndexForward: isCatchUp,
    Limit: isCatchUp ? catchUpSize : pageSize,
  });
  const messages = items.map(({ record }) => MessageRecord.parse(record));
  return isCatchUp ? messages : messages.reverse();
}

async function countUnread(
  table: Table,
  topic: Topic,
  memberId: string,
  { seq, last }: { seq: number; last: number },
): Promise<number> {
  if (seq >= last) return 0;
  return countOf(table, where(messagesBetween(topic, seq + 1, last), recordHaving('recipientId', memberId)));
}

const messagesBetween = ({ a, b, parcelId }: Topic, from: number, to: number) => ({
  KeyConditionExpression: 'pk = :thread AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: {
    ':thread': keys.thread(a, b, parcelId),
    ':from': keys.message(a, b, parcelId, from).sk,
    ':to': keys.message(a, b, parcelId, to).sk,
  },
  ConsistentRead: true,
});

/** After this time an unread message causes a mail (product 2.9). */
const patienceMs = 15 * minuteMs;

/** The key under which a member's thread row waits for its mail, by the moment of its first unread message. */
const reminderOf = (at: number, { pk, sk }: Key) => {
  const order = `${pk}|${sk}`;
  return indexes.reminder(quarterOf(at + patienceMs), partOf(order), order);
};

interface Speaker {
  readonly card: Card;
  readonly title?: string | undefined;
}

/** The row of `speaker` for the first message of a thread, or the first since messages were erased. */
function newInboxRow(table: Table, message: MessageRecord, speaker: Speaker, other: Card): Write {
  const { key, partner, order, parcel, lastMessage, isUnread, filtered, reminder } = rowParts(message, speaker, other);
  const { createdAt, seq } = message;
  const record: InboxRecord = {
    with: partner,
    ...(parcel ? { parcel } : {}),
    lastMessage,
    unread: isUnread ? 1 : 0,
    updatedAt: createdAt,
    lastSeq: seq,
  };
  return table.put({
    ...key,
    ...indexes.inbox(speaker.card.id, createdAt),
    ...(filtered ? { gs3pk: filtered } : {}),
    gs3sk: order,
    ...reminder,
    kind: 'inbox',
    record,
  });
}

/** Updates the row of `speaker` with a later message. Without a title it keeps the last one that they could see. */
function nextInboxRow(table: Table, message: MessageRecord, speaker: Speaker, other: Card): Write {
  const { key, partner, order, parcel, lastMessage, isUnread, filtered, reminder } = rowParts(message, speaker, other);
  const sets = [
    expression`#record.#with = ${partner}, #record.lastMessage = ${lastMessage}, #record.updatedAt = ${message.createdAt}`,
    expression`#record.lastSeq = ${message.seq}, #record.unread = #record.unread + ${isUnread ? 1 : 0}`,
    expression`gs1sk = ${message.createdAt}, gs3sk = ${order}`,
    ...(speaker.title ? [expression`#record.parcel = ${parcel}`] : []),
    // Sending doesn't mark the sender's own unread messages as read, so their row keeps its partition.
    ...(filtered
      ? [isUnread ? expression`gs3pk = ${filtered}` : expression`gs3pk = if_not_exists(gs3pk, ${filtered})`]
      : []),
    // The first unread message determines the time of the reminder.
    ...(reminder
      ? [expression`gs2pk = if_not_exists(gs2pk, ${reminder.gs2pk}), gs2sk = if_not_exists(gs2sk, ${reminder.gs2sk})`]
      : []),
  ];
  // The erasure of old messages removes the rows of both members.
  return table.update(key, changing(sets), present, threadConflict);
}

/** Stores how many messages are unread after a reading. If some are, their reminder starts again. */
function readInboxRow(
  table: Table,
  parcelId: string | undefined,
  reader: { id: string; otherId: string },
  { at, unread }: { at: string; unread: number },
): Write {
  const key = keys.inbox(reader.id, reader.otherId, parcelId);
  const filtered = filteredPartition(reader.id, { unread: unread > 0, parcelId });
  const reminder = unread > 0 ? reminderOf(Date.parse(at), key) : undefined;
  const sets = [
    expression`#record.unread = ${unread}`,
    ...(filtered ? [expression`gs3pk = ${filtered}, gs3sk = if_not_exists(gs3sk, gs1sk)`] : []),
    ...(reminder ? [expression`gs2pk = ${reminder.gs2pk}, gs2sk = ${reminder.gs2sk}`] : []),
  ];
  const removes = [...(filtered ? [] : [expression`gs3pk`]), ...(reminder ? [] : [expression`gs2pk, gs2sk`])];
  return table.update(key, changing(sets, removes));
}

function rowParts(message: MessageRecord, { card, title }: Speaker, other: Card) {
  const { senderId, recipientId, createdAt, parcelId, content, offer } = message;
  const partner = Partner.parse(other);
  const isUnread = card.id === recipientId;
  const key = keys.inbox(card.id, partner.id, parcelId);
  return {
    key,
    partner,
    order: inboxOrder(createdAt, partner.id, parcelId),
    parcel: parcelId ? { id: parcelId, ...(title ? { title } : {}) } : undefined,
    lastMessage: { preview: previewOf(content), senderId, createdAt },
    isUnread,
    filtered: filteredPartition(card.id, { unread: isUnread, parcelId }),
    reminder: isUnread && !isToldByNotice(offer) ? reminderOf(Date.parse(createdAt), key) : undefined,
  };
}

/** A thread: its head (`head.ts`), its messages, and a row in the inbox of each member. */
export function threadRepository(table: Table) {
  return {
    head: (topic: Topic) => readHead(table, topic),
    mustHaveWritten: (topic: Topic) => mustHaveWritten(table, topic),
    messages: (topic: Topic, bounds: { after?: number; before?: number }) => readMessages(table, topic, bounds),
    unreadAfter: (topic: Topic, memberId: string, seq: number, last: number) =>
      countUnread(table, topic, memberId, { seq, last }),

    append(
      topic: Topic,
      message: MessageRecord,
      { sender, recipient }: { sender: Speaker; recipient: Speaker },
      head: SeenHead | undefined,
    ): Write[] {
      const isFirst = message.seq === (head?.erasedUpTo ?? 0) + 1;
      const inboxRow = isFirst ? newInboxRow : nextInboxRow;
      const lastDay = daysAfter(dayOf(Date.parse(message.createdAt)), ageDays.messages);
      return [
        moveHead(table, topic, message, head),
        putMessage(table, topic, message),
        inboxRow(table, message, sender, recipient.card),
        inboxRow(table, message, recipient, sender.card),
        ...(isFirst ? [lookAtSomeTime(table, keys.thread(topic.a, topic.b, topic.parcelId), lastDay)] : []),
      ];
    },

    /**
     * Moves the reader's mark forward in the thread as it was seen, and stores how much is unread after it. A silent
     * mark changes the reader's own list alone, so that the other member does not see it.
     */
    markRead: (
      topic: Topic,
      reader: { id: string; otherId: string },
      seen: ThreadRecord,
      { seq, at, unread, isSilent }: { seq: number; at: string; unread: number; isSilent: boolean },
    ): Write[] => [
      ...(isSilent ? [] : [moveReadMark(table, topic, { readerId: reader.id, seenSeq: seen.seq, mark: { seq, at } })]),
      readInboxRow(table, topic.parcelId, reader, { at, unread }),
    ],

    async inbox(
      memberId: string,
      filter: ConversationFilter,
      { size, cursor }: { size: number; cursor: string | undefined },
    ): Promise<InboxPage> {
      if (filter !== 'all') return filteredInbox(table, { memberId, filter, size, cursor });
      const list = { index: 'gs1', partition: indexes.inbox(memberId, '').gs1pk } as const;
      const { items, ...rest } = await pageIn(table, list, { size, cursor, isNewestFirst: true });
      return { items: items.map(parseInbox), ...rest };
    },

    search: (memberId: string, q: string, cursor: string | undefined): Promise<InboxPage> =>
      searchedInbox(table, { memberId, q, cursor }),

    /** The title of the parcel when `a` last wrote or received a message about it while they saw it. */
    async writtenTitle({ a, b, parcelId }: Topic): Promise<string | undefined> {
      const item = await table.get(keys.inbox(a, b, parcelId));
      return item && parseInbox(item).parcel?.title;
    },

    async unread(memberId: string, otherId: string, parcelId?: string): Promise<number> {
      const item = await table.get(keys.inbox(memberId, otherId, parcelId), { consistent: true });
      return item ? parseInbox(item).unread : 0;
    },
  };
}
