import { lookAtSomeTime } from '#functions/platform/ageing.ts';
import { pageIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import type { ConversationFilter } from '#shared/messaging/contract.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { ageDays, daysAfter } from '#shared/values/ageing.ts';
import { dayOf } from '#shared/values/time.ts';
import { moveHead, moveReadMark, mustHaveWritten, readHead, type SeenHead, type Topic } from './head.ts';
import { filteredInbox, type InboxPage, parseInbox, searchedInbox } from './inbox.ts';
import { newInboxRow, nextInboxRow, readInboxRow, type Speaker } from './inbox-rows.ts';
import { countUnread, putMessage, readMessages } from './messages.ts';

/** A thread: its head (`head.ts`), its messages (`messages.ts`), and a row in each member's inbox (`inbox-rows.ts`). */
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
