import { type Key, keys } from '#functions/platform/keys.ts';
import {
  absent,
  all,
  attribute,
  type Condition,
  expression,
  recordHaving,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { type MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** Two members and the parcel that they write about, or none. */
export interface Topic {
  readonly a: string;
  readonly b: string;
  readonly parcelId?: string | undefined;
}

export type SeenHead = Pick<ThreadRecord, 'erasedUpTo' | 'opening'>;

/** The thread changed since the caller read its head: the caller reads it again and retries. */
export const threadConflict = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

/** Only members who have written to each other about a parcel can agree on it (rule 37). */
export const writeFirstRefusal = () =>
  new Refusal('NOT_ALLOWED', {
    title: "Échangez d'abord",
    detail: "Échangez d'abord un message au sujet de ce colis.",
  });

const headKey = ({ a, b, parcelId }: Topic): Key => keys.threadHead(a, b, parcelId);

/** Undefined before the first message. Read consistently. */
export async function readHead(table: Table, topic: Topic): Promise<ThreadRecord | undefined> {
  const item = await table.get(headKey(topic), { consistent: true });
  return item && ThreadRecord.parse(item['record']);
}

/** Holds only if the two have exchanged a message about the parcel. */
export const mustHaveWritten = (table: Table, topic: Topic): Write =>
  table.check(headKey(topic), expression`#record.#seq >= ${1}`, writeFirstRefusal);

/**
 * The first message creates the head; each later one increments its number, on condition of the number seen. The first
 * answer stores its time, from which its author's answer time is computed. `change` marks changes that matter to the
 * stream's readers, because their filters cannot compare an item with its earlier version; most messages remove it.
 */
export function moveHead(
  table: Table,
  topic: Topic,
  { seq, senderId, createdAt }: MessageRecord,
  head: SeenHead | undefined,
): Write {
  if (seq > 1) {
    const { erasedUpTo = 0, opening } = head ?? {};
    const isAnswer = opening && !opening.answeredAt && opening.by !== senderId;
    const change = isAnswer
      ? expression`SET #record.#seq = ${seq}, #record.opening.answeredAt = ${createdAt}, #change = ${'answered'}`
      : expression`SET #record.#seq = ${seq} REMOVE #change`;
    return table.update(headKey(topic), change, all(stillAt(seq - 1), stillErased(erasedUpTo)), threadConflict);
  }
  const { a, b, parcelId } = topic;
  const opening = { by: senderId, at: createdAt };
  const record: ThreadRecord = { seq, members: [a, b], readUpTo: {}, opening, ...(parcelId ? { parcelId } : {}) };
  return table.put({ ...headKey(topic), kind: 'thread', change: 'opened', record }, absent, threadConflict);
}

export const moveReadMark = (
  table: Table,
  topic: Topic,
  { readerId, seenSeq, mark }: { readerId: string; seenSeq: number; mark: { seq: number; at: string } },
): Write =>
  table.update(
    headKey(topic),
    expression`SET ${readMark(readerId)} = ${mark}, #change = ${'read'}`,
    all(
      stillAt(seenSeq),
      expression`attribute_not_exists(${readMark(readerId)}) OR ${readMark(readerId)}.#seq < ${mark.seq}`,
    ),
    threadConflict,
  );

const readMark = (readerId: string) => expression`#record.#readUpTo.${attribute(readerId)}`;

const stillAt = (seq: number): Condition => expression`#record.#seq = ${seq}`;

/** No messages were erased since. Their erasure removes the rows of both inboxes, which a new message would update. */
const stillErased = (upTo: number): Condition =>
  upTo > 0 ? recordHaving('erasedUpTo', upTo) : expression`attribute_not_exists(#record.#erasedUpTo)`;
