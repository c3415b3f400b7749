import { commit, type Outcome } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { threadRepository } from './repository.ts';
import { type JudgedThread, speakersOf } from './writing.ts';

type Words = Pick<MessageRecord, 'id' | 'content' | 'offer'>;

/**
 * The next message of a thread, with other writes of the same act. Sequence numbers are unique. On a concurrent
 * message, the loser retries with the next number, and asks again for the other writes.
 */
export function say<Reply>(
  { table, now }: Pick<Deps, 'table' | 'now'>,
  open: JudgedThread,
  words: Words,
  replyOf: (message: MessageRecord) => Reply,
  more: (message: MessageRecord) => readonly Write[] | Promise<readonly Write[]> = () => [],
): Promise<Outcome<Reply>> {
  const threads = threadRepository(table);
  const { topic } = open;
  const speakers = speakersOf(open, now());
  const sayAfter = async (head: ThreadRecord | undefined): Promise<Outcome<Reply>> => {
    const message: MessageRecord = {
      ...words,
      seq: (head?.seq ?? 0) + 1,
      senderId: topic.a,
      recipientId: topic.b,
      ...(topic.parcelId ? { parcelId: topic.parcelId } : {}),
      ...(open.asksPayment ? { asksPayment: true as const } : {}),
      createdAt: new Date(now()).toISOString(),
    };
    const writes = [...threads.append(topic, message, speakers, head), ...(await more(message))];
    return commit(replyOf(message), writes, async () => sayAfter(await threads.head(topic)));
  };
  return sayAfter(open.thread);
}
