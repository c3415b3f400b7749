import { parseInbox } from '#functions/messaging/inbox.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { type InboxRecord, MessageRecord, ThreadRecord, toMessage } from '#shared/messaging/record.ts';
import type { Names } from './people.ts';

export async function conversationsOf(table: Table, memberId: string) {
  const found: { row: InboxRecord; items: Item[] }[] = [];
  const list = queryOf({ partition: keys.member(memberId), sort: { beginsWith: 'TH#' } });
  for await (const item of itemsOf(table, list)) {
    const row = parseInbox(item);
    const items: Item[] = [];
    const thread = queryOf({ partition: keys.thread(memberId, row.with.id, row.parcel?.id) });
    for await (const part of itemsOf(table, thread)) items.push(part);
    found.push({ row, items });
  }
  return {
    people: found.map(({ row }) => row.with.id),
    show: (names: Names) =>
      found.map(({ row, items }) => {
        const other = names.contact(row.with.id);
        const head = items.find((item) => isOfKind(item, 'thread'));
        const thread = head && ThreadRecord.parse(head['record']);
        const messages = items
          .filter((item) => isOfKind(item, 'message'))
          .map((item) => MessageRecord.parse(item['record']));
        return {
          with: other,
          parcel: row.parcel,
          messages: messages.map((message) => {
            const { senderId, content, createdAt, readAt } = thread
              ? toMessage(thread, message)
              : { ...message, readAt: undefined };
            return { from: names.contact(senderId), content, createdAt, readAt };
          }),
        };
      }),
  };
}
