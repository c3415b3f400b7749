import { keys } from '#functions/platform/keys.ts';
import { countOf } from '#functions/platform/pages.ts';
import { absent, type Table, type Write } from '#functions/platform/table.ts';
import { MessageRecord } from '#shared/messaging/record.ts';
import { type Topic, threadConflict } from './head.ts';

const pageSize = 30;
const catchUpSize = 100;

/** Sorts after every message of a thread. */
const lastSeq = 9_999_999_999;

export const putMessage = (table: Table, { a, b, parcelId }: Topic, message: MessageRecord): Write =>
  table.put({ ...keys.message(a, b, parcelId, message.seq), kind: 'message', record: message }, absent, threadConflict);

/** Ascending: the newest 30 before a number, or up to 100 after one. */
export async function readMessages(
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

export async function countUnread(
  table: Table,
  topic: Topic,
  memberId: string,
  { seq, last }: { seq: number; last: number },
): Promise<number> {
  if (seq >= last) return 0;
  const query = messagesBetween(topic, seq + 1, last);
  return countOf(table, {
    ...query,
    FilterExpression: '#record.recipientId = :me',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':me': memberId },
  });
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
