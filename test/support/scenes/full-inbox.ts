import { randomUUID } from 'node:crypto';
import { parseInbox, wordsOf } from '#functions/messaging/inbox.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { putAll } from '../search/listings.ts';

/** Conversations of the owner: half unread, a third about a parcel, with names and titles of the maximum length. */
export async function fillInbox(table: Table, owner: string, count: number) {
  const card = (id: string, firstName: string) => ({
    id,
    firstName,
    lastName: 'ê'.repeat(60),
    verified: true,
    reviewCount: 3,
  });
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < count; index++) {
    const them = card(randomUUID(), `Karim${index} ${'ع'.repeat(40)}`);
    const me = card(owner, 'Omar');
    const parcelId = index % 3 === 0 ? randomUUID() : undefined;
    const title = parcelId ? `Livres ${'é'.repeat(70)}` : undefined;
    const [sender, recipient] = index % 2 ? [them, me] : [me, them];
    const message = {
      id: randomUUID(),
      seq: 1,
      senderId: sender.id,
      recipientId: recipient.id,
      ...(parcelId ? { parcelId } : {}),
      content: 'ع'.repeat(60),
      createdAt: new Date(Date.parse('2026-11-01T10:00:00.000Z') + index * 60_000).toISOString(),
    };
    const speakers = { sender: { card: sender, title }, recipient: { card: recipient, title } };
    const writes = threadRepository(table).append({ a: owner, b: them.id, parcelId }, message, speakers, undefined);
    const row = writes.map(({ item }) => item.Put?.Item).find((item) => item?.['pk'] === keys.member(owner));
    if (!row) throw new Error('No row of the owner');
    const words = wordsOf(parseInbox(row));
    items.push({ ...row, words });
    for (const word of words.split(' '))
      items.push({ ...keys.threadWord(owner, word, them.id, parcelId), kind: 'threadWord', words });
  }
  await putAll(table, items);
}
