import { type Key, keys } from '#functions/platform/keys.ts';
import { absent, all, type Condition, type Table, type Write } from '#functions/platform/table.ts';
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
  table.check(
    headKey(topic),
    {
      expression: '#record.#seq >= :one',
      names: { '#record': 'record', '#seq': 'seq' },
      values: { ':one': 1 },
    },
    writeFirstRefusal,
  );

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
    const change = {
      expression: isAnswer
        ? 'SET #record.#seq = :next, #record.opening.answeredAt = :at, #change = :answered'
        : 'SET #record.#seq = :next REMOVE #change',
      names: { '#change': 'change' },
      values: { ':next': seq, ...(isAnswer ? { ':at': createdAt, ':answered': 'answered' } : {}) },
    };
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
    {
      expression: 'SET #record.#read.#me = :mark, #change = :read',
      names: { '#read': 'readUpTo', '#me': readerId, '#change': 'change' },
      values: { ':mark': mark, ':upTo': mark.seq, ':read': 'read' },
    },
    all(stillAt(seenSeq), {
      expression: 'attribute_not_exists(#record.#read.#me) OR #record.#read.#me.#seq < :upTo',
    }),
    threadConflict,
  );

const stillAt = (seq: number): Condition => ({
  expression: '#record.#seq = :seen',
  names: { '#record': 'record', '#seq': 'seq' },
  values: { ':seen': seq },
});

/** No messages were erased since. Their erasure removes the rows of both inboxes, which a new message would update. */
const stillErased = (upTo: number): Condition => ({
  expression: upTo > 0 ? '#record.#erased = :erased' : 'attribute_not_exists(#record.#erased)',
  names: { '#record': 'record', '#erased': 'erasedUpTo' },
  ...(upTo > 0 ? { values: { ':erased': upTo } } : {}),
});
