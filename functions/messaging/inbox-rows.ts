import { indexes, keys } from '#functions/platform/keys.ts';
import { present, type Table, type Write } from '#functions/platform/table.ts';
import { Partner } from '#shared/messaging/contract.ts';
import { type InboxRecord, isToldByNotice, type MessageRecord } from '#shared/messaging/record.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import type { Card } from '#shared/values/fields.ts';
import { threadConflict } from './head.ts';
import { filteredPartition, inboxOrder } from './inbox.ts';
import { reminderOf } from './reminder.ts';

export interface Speaker {
  readonly card: Card;
  readonly title?: string | undefined;
}

/** The row of `speaker` for the first message of a thread, or the first since messages were erased. */
export function newInboxRow(table: Table, message: MessageRecord, speaker: Speaker, other: Card): Write {
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
export function nextInboxRow(table: Table, message: MessageRecord, speaker: Speaker, other: Card): Write {
  const { key, partner, order, parcel, lastMessage, isUnread, filtered, reminder } = rowParts(message, speaker, other);
  const change = {
    expression: [
      'SET #record.#with = :with, #record.lastMessage = :last, #record.updatedAt = :at, #record.lastSeq = :seq',
      '#record.unread = #record.unread + :unread, gs1sk = :at, gs3sk = :order',
      ...(speaker.title ? ['#record.parcel = :parcel'] : []),
      // Sending doesn't mark the sender's own unread messages as read, so their row keeps its partition.
      ...(filtered ? [isUnread ? 'gs3pk = :filtered' : 'gs3pk = if_not_exists(gs3pk, :filtered)'] : []),
      // The first unread message determines the time of the reminder.
      ...(reminder ? ['gs2pk = if_not_exists(gs2pk, :quarter), gs2sk = if_not_exists(gs2sk, :place)'] : []),
    ].join(', '),
    names: { '#record': 'record', '#with': 'with' },
    values: {
      ':with': partner,
      ':last': lastMessage,
      ':at': message.createdAt,
      ':seq': message.seq,
      ':unread': isUnread ? 1 : 0,
      ':order': order,
      ...(speaker.title ? { ':parcel': parcel } : {}),
      ...(filtered ? { ':filtered': filtered } : {}),
      ...reminderValues(reminder),
    },
  };
  // The erasure of old messages removes the rows of both members.
  return table.update(key, change, present, threadConflict);
}

/** Stores how many messages are unread after a reading. If some are, their reminder starts again. */
export function readInboxRow(
  table: Table,
  parcelId: string | undefined,
  reader: { id: string; otherId: string },
  { at, unread }: { at: string; unread: number },
): Write {
  const key = keys.inbox(reader.id, reader.otherId, parcelId);
  const filtered = filteredPartition(reader.id, { unread: unread > 0, parcelId });
  const reminder = unread > 0 ? reminderOf(Date.parse(at), key) : undefined;
  const sets = ['#record.unread = :unread'];
  const removes = [];
  if (filtered) sets.push('gs3pk = :filtered', 'gs3sk = if_not_exists(gs3sk, gs1sk)');
  else removes.push('gs3pk');
  if (reminder) sets.push('gs2pk = :quarter', 'gs2sk = :place');
  else removes.push('gs2pk', 'gs2sk');
  return table.update(key, {
    expression: `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
    names: { '#record': 'record' },
    values: { ':unread': unread, ...(filtered ? { ':filtered': filtered } : {}), ...reminderValues(reminder) },
  });
}

type Reminder = ReturnType<typeof reminderOf>;

const reminderValues = (reminder: Reminder | undefined) =>
  reminder ? { ':quarter': reminder.gs2pk, ':place': reminder.gs2sk } : {};

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
