import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { deletedAmong } from '#functions/account-deletion/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table } from '#functions/platform/table.ts';
import { ThreadRecord } from '#shared/messaging/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/values/time.ts';

/** The number of latest first messages that count (decision 032). */
const windowSize = 20;
const mostTries = 3;

const Answers = z.array(
  z.object({
    /** A hash, so that the row contains no other member's id. */
    thread: z.string(),
    at: z.string(),
    minutes: z.optional(z.int()),
  }),
);
type Answers = z.infer<typeof Answers>;

/**
 * Updates the answer time of a member whom another wrote to first, or who answered. Each change is inserted by its
 * thread and the time of its first message, so the window is the same for changes in any order and number.
 */
export async function followAnswer(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const [old, fresh] = [before, after].map((item) => item && ThreadRecord.parse(item['record']));
  const opening = fresh?.opening;
  const memberId = fresh?.members.find((id) => id !== opening?.by);
  if (!opening || !memberId || (old && old.opening?.answeredAt === opening.answeredAt)) return;
  const { at, answeredAt } = opening;
  const entry = {
    thread: createHash('sha256').update(String(after?.['pk'])).digest('base64url').slice(0, 16),
    at,
    ...(answeredAt ? { minutes: Math.max(0, Math.floor((Date.parse(answeredAt) - Date.parse(at)) / minuteMs)) } : {}),
  };
  // Counters of a deleted account stay deleted.
  if ((await deletedAmong(table, [memberId])).has(memberId)) return;
  const key = keys.answers(memberId);
  for (let turn = 0; turn < mostTries; turn++) {
    const row = await table.get(key, { consistent: true });
    const known = row ? Answers.parse(row['record']) : [];
    const answers = withEntry(known, entry);
    if (!answers) return;
    const version = Number(row?.['version'] ?? 0);
    const stored = table.put({ ...key, version: version + 1, record: answers }, row ? atVersion(version) : absent);
    const change = {
      expression: 'SET #count = :count, #minutes = :minutes',
      names: { '#count': 'answerCount', '#minutes': 'answerMinutes' },
      values: { ':count': minutesOf(answers).length, ':minutes': medianOf(minutesOf(answers)) },
    };
    if (await attempt(table, [stored, table.update(keys.stats(memberId), change)])) return;
  }
  // A concurrent change won each time. The stream delivers this one again.
  throw new Refusal('UNAVAILABLE');
}

/** The window with this entry; undefined if it changes nothing. A known first answer stays. */
function withEntry(known: Answers, entry: Answers[number]): Answers | undefined {
  const same = known.find(({ thread, at }) => thread === entry.thread && at === entry.at);
  if (same && (same.minutes !== undefined || entry.minutes === undefined)) return undefined;
  const all = [...known.filter((one) => one !== same), entry];
  const latest = all.toSorted((a, b) => (`${a.at}${a.thread}` < `${b.at}${b.thread}` ? 1 : -1)).slice(0, windowSize);
  return latest.includes(entry) ? latest : undefined;
}

const minutesOf = (answers: Answers) => answers.flatMap(({ minutes }) => minutes ?? []);

/** The median in whole minutes, the lower of the two middle ones for an even number; 0 without any. */
function medianOf(minutes: readonly number[]): number {
  return minutes.toSorted((a, b) => a - b)[Math.ceil(minutes.length / 2) - 1] ?? 0;
}
