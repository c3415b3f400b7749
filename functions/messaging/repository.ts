import { lookAtSomeTime } from '#functions/platform/ageing.ts';
import { pageIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { countOf } from '#functions/platform/pages.ts';
import { absent, all, type Condition, present, type Table, type Write } from '#functions/platform/table.ts';
import { writeFirst } from '#shared/deliveries/rules.ts';
import { type ConversationFilter, Partner } from '#shared/messaging/contract.ts';
import { type InboxRecord, MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { ageDays, daysAfter } from '#shared/values/ageing.ts';
import type { Card } from '#shared/values/fields.ts';
import { dayOf } from '#shared/values/time.ts';
import { filteredInbox, filteredPartition, type InboxPage, inboxOrder, parseInbox, searchedInbox } from './inbox.ts';
import { reminderOf } from './reminder.ts';

/** Product 2.9: newest messages of a thread; messages that a client may have missed. */
const pageSize = 30;
const catchUpSize = 100;

/** Two members and the parcel that they speak about, or none. */
export interface Topic {
  readonly a: string;
  readonly b: string;
  readonly parcelId?: string | undefined;
}

/** One of the two of a message, with the parcel's title as far as they see the parcel. */
export interface Speaker {
  readonly card: Card;
  readonly title?: string | undefined;
}
export interface Speakers {
  readonly sender: Speaker;
  readonly recipient: Speaker;
}

/** What a message must know of the thread that it continues. */
type SeenHead = Pick<ThreadRecord, 'erasedUpTo' | 'opening'>;

/** Somebody else wrote or read in between: the caller computes their act again. */
const late = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

const stillAt = (seq: number): Condition => ({
  expression: '#record.#seq = :seen',
  names: { '#record': 'record', '#seq': 'seq' },
  values: { ':seen': seq },
});

/** No messages were erased since: they take the rows of both lists with them. */
const stillErased = (upTo: number): Condition => ({
  expression: upTo > 0 ? '#record.#erased = :erased' : 'attribute_not_exists(#record.#erased)',
  names: { '#record': 'record', '#erased': 'erasedUpTo' },
  ...(upTo > 0 ? { values: { ':erased': upTo } } : {}),
});

export function threadRepository(table: Table) {
  const headKey = ({ a, b, parcelId }: Topic) => keys.threadHead(a, b, parcelId);

  async function head({ a, b, parcelId }: Topic): Promise<ThreadRecord | undefined> {
    const item = await table.get(headKey({ a, b, parcelId }), { consistent: true });
    return item && ThreadRecord.parse(item['record']);
  }

  const messagesBetween = (topic: Topic, from: number, to: number) => ({
    KeyConditionExpression: 'pk = :thread AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':thread': keys.thread(topic.a, topic.b, topic.parcelId),
      ':from': keys.message(topic.a, topic.b, topic.parcelId, from).sk,
      ':to': keys.message(topic.a, topic.b, topic.parcelId, to).sk,
    },
    ConsistentRead: true,
  });

  /**
   * The first message creates the thread; each later one moves its number on, conditional on the number seen. The first
   * answer notes its time: how long it took is the answer time of its author. `change` says which changes mean
   * something to readers of the stream, whose filters cannot compare an item with what it was; most messages remove it.
   */
  function moveHead(topic: Topic, { seq, senderId, createdAt }: MessageRecord, head: SeenHead | undefined): Write {
    if (seq > 1) {
      const { erasedUpTo = 0, opening } = head ?? {};
      const isAnswer = opening && !opening.answeredAt && opening.by !== senderId;
      const change = {
        expression: isAnswer
          ? 'SET #record.#seq = :next, #record.opening.answeredAt = :at, #change = :answered'
          : 'SET #record.#seq = :next REMOVE #change',
        names: { '#change': 'change' },
        values: { ':next': seq, ...(isAnswer ? { ':at': createdAt, ':answered': 'answered' } : {}) },
      };
      return table.update(headKey(topic), change, all(stillAt(seq - 1), stillErased(erasedUpTo)), late);
    }
    const { a, b, parcelId } = topic;
    const opening = { by: senderId, at: createdAt };
    const record: ThreadRecord = { seq, members: [a, b], readUpTo: {}, opening, ...(parcelId ? { parcelId } : {}) };
    return table.put({ ...headKey(topic), kind: 'thread', change: 'opened', record }, absent, late);
  }

  /** The member's own row of the thread; it keeps the last title of the parcel that was theirs to see. */
  function inboxRow(
    message: MessageRecord,
    { card: member, title }: Speaker,
    card: Card,
    { isFirst }: { isFirst: boolean },
  ): Write {
    const { seq, senderId, createdAt, parcelId } = message;
    const other = Partner.parse(card);
    const isUnread = member.id === message.recipientId;
    const lastMessage = { preview: previewOf(message.content), senderId, createdAt };
    const parcel = parcelId && { id: parcelId, ...(title ? { title } : {}) };
    const key = keys.inbox(member.id, other.id, parcelId);
    const order = inboxOrder(createdAt, other.id, parcelId);
    const filtered = filteredPartition(member.id, { unread: isUnread, parcelId });
    const remind = isUnread ? reminderOf(Date.parse(createdAt), key) : undefined;
    if (!isFirst) {
      const change = {
        expression: [
          'SET #record.#with = :with, #record.lastMessage = :last, #record.updatedAt = :at, #record.lastSeq = :seq',
          '#record.unread = #record.unread + :unread, gs1sk = :at, gs3sk = :order',
          ...(title ? ['#record.parcel = :parcel'] : []),
          // What the sender has not read themselves stays where it is.
          ...(filtered ? [isUnread ? 'gs3pk = :filtered' : 'gs3pk = if_not_exists(gs3pk, :filtered)'] : []),
          // The first unread message names the quarter.
          ...(remind ? ['gs2pk = if_not_exists(gs2pk, :quarter), gs2sk = if_not_exists(gs2sk, :place)'] : []),
        ].join(', '),
        names: { '#record': 'record', '#with': 'with' },
        values: {
          ':with': other,
          ':last': lastMessage,
          ':at': createdAt,
          ':seq': seq,
          ':unread': isUnread ? 1 : 0,
          ':order': order,
          ...(title ? { ':parcel': parcel } : {}),
          ...(filtered ? { ':filtered': filtered } : {}),
          ...(remind ? { ':quarter': remind.gs2pk, ':place': remind.gs2sk } : {}),
        },
      };
      // Messages that are too old take the rows of both lists with them.
      return table.update(key, change, present, late);
    }
    const record: InboxRecord = {
      with: other,
      ...(parcel ? { parcel } : {}),
      lastMessage,
      unread: isUnread ? 1 : 0,
      updatedAt: createdAt,
      lastSeq: seq,
    };
    return table.put({
      ...key,
      ...indexes.inbox(member.id, createdAt),
      ...(filtered ? { gs3pk: filtered } : {}),
      gs3sk: order,
      ...remind,
      kind: 'inbox',
      record,
    });
  }

  /** Messages that are still unread after a reading count as unread since now: their quarter begins again. */
  function readRow(
    { parcelId }: Topic,
    reader: { id: string; otherId: string },
    { at, unread }: { at: string; unread: number },
  ): Write {
    const key = keys.inbox(reader.id, reader.otherId, parcelId);
    const filtered = filteredPartition(reader.id, { unread: unread > 0, parcelId });
    const remind = unread > 0 ? reminderOf(Date.parse(at), key) : undefined;
    const sets = ['#record.unread = :unread'];
    const removes = [];
    // Older rows have no place in that list yet. Their place in the list of all has the same time.
    if (filtered) sets.push('gs3pk = :filtered', 'gs3sk = if_not_exists(gs3sk, gs1sk)');
    else removes.push('gs3pk');
    if (remind) sets.push('gs2pk = :quarter', 'gs2sk = :place');
    else removes.push('gs2pk', 'gs2sk');
    return table.update(key, {
      expression: `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
      names: { '#record': 'record' },
      values: {
        ':unread': unread,
        ...(filtered ? { ':filtered': filtered } : {}),
        ...(remind ? { ':quarter': remind.gs2pk, ':place': remind.gs2sk } : {}),
      },
    });
  }

  return {
    /** The thread's head, freshly read; undefined before the first message. */
    head,

    /** Holds only when the two have exchanged a message about the parcel. */
    mustHaveWritten: (topic: Topic): Write =>
      table.check(
        headKey(topic),
        {
          expression: '#record.#seq >= :one',
          names: { '#record': 'record', '#seq': 'seq' },
          values: { ':one': 1 },
        },
        writeFirstRefusal,
      ),

    /** Everything that one message writes; `message.seq` is the number after the last one seen in `head`. */
    append: (
      topic: Topic,
      message: MessageRecord,
      { sender, recipient }: Speakers,
      head: SeenHead | undefined,
    ): Write[] => {
      const isFirst = message.seq === (head?.erasedUpTo ?? 0) + 1;
      const lastDay = daysAfter(dayOf(Date.parse(message.createdAt)), ageDays.messages);
      return [
        moveHead(topic, message, head),
        table.put(
          { ...keys.message(topic.a, topic.b, topic.parcelId, message.seq), kind: 'message', record: message },
          absent,
          late,
        ),
        inboxRow(message, sender, recipient.card, { isFirst }),
        inboxRow(message, recipient, sender.card, { isFirst }),
        ...(isFirst ? [lookAtSomeTime(table, keys.thread(topic.a, topic.b, topic.parcelId), lastDay)] : []),
      ];
    },

    /** Ascending: the newest 30 before a number, or up to 100 after one. */
    async messages(topic: Topic, { after, before }: { after?: number; before?: number }): Promise<MessageRecord[]> {
      const isCatchUp = after !== undefined;
      const from = isCatchUp ? after + 1 : 1;
      const to = before === undefined ? 9_999_999_999 : before - 1;
      if (from > to) return [];
      const page = await table.query({
        ...messagesBetween(topic, from, to),
        ScanIndexForward: isCatchUp,
        Limit: isCatchUp ? catchUpSize : pageSize,
      });
      const found = page.items.map(({ record }) => MessageRecord.parse(record));
      return isCatchUp ? found : found.reverse();
    },

    /** A member's conversations, latest first. */
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

    /** A member's conversations with words that begin with the searched text. */
    search: (memberId: string, q: string, cursor: string | undefined): Promise<InboxPage> =>
      searchedInbox(table, { memberId, q, cursor }),

    /** How many messages to `memberId` stand after a number. */
    async unreadAfter(topic: Topic, memberId: string, seq: number, last: number): Promise<number> {
      if (seq >= last) return 0;
      const query = messagesBetween(topic, seq + 1, last);
      return countOf(table, {
        ...query,
        FilterExpression: '#record.recipientId = :me',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':me': memberId },
      });
    },

    /** The title of the parcel when `a` last wrote or was written to about it while they saw it. */
    async writtenTitle({ a, b, parcelId }: Topic): Promise<string | undefined> {
      const item = await table.get(keys.inbox(a, b, parcelId));
      return item && parseInbox(item).parcel?.title;
    },

    /** What a member's own row of the thread says. */
    async unread(memberId: string, otherId: string, parcelId?: string): Promise<number> {
      const item = await table.get(keys.inbox(memberId, otherId, parcelId), { consistent: true });
      return item ? parseInbox(item).unread : 0;
    },

    /** Moves the reader's mark forward in the thread as it was seen, and says how much is unread from there on. */
    markRead: (
      topic: Topic,
      reader: { id: string; otherId: string },
      seen: ThreadRecord,
      mark: { seq: number; at: string; unread: number },
    ): Write[] => [
      table.update(
        headKey(topic),
        {
          expression: 'SET #record.#read.#me = :mark, #change = :read',
          names: { '#read': 'readUpTo', '#me': reader.id, '#change': 'change' },
          values: { ':mark': { seq: mark.seq, at: mark.at }, ':upTo': mark.seq, ':read': 'read' },
        },
        all(stillAt(seen.seq), {
          expression: 'attribute_not_exists(#record.#read.#me) OR #record.#read.#me.#seq < :upTo',
        }),
        late,
      ),
      readRow(topic, reader, mark),
    ],
  };
}

/** Only members who have spoken about a parcel can shake hands on it (rule 37). */
export const writeFirstRefusal = () => new Refusal('NOT_ALLOWED', { title: "Échangez d'abord", detail: writeFirst });
