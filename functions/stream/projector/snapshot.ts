import { randomUUID } from 'node:crypto';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import type { Kind } from '#functions/search/listing.ts';
import { packVocabulary } from '#functions/search/vocabulary.ts';
import { minuteMs } from '#shared/time.ts';

/** An item holds 400 kB at most. */
const partBytes = 350_000;

/**
 * Writes the words in use as one snapshot that searches hold in memory, at most once a minute whoever asks. Its parts,
 * its name and the list of words that it makes known change in one transaction. True when this call wrote it.
 */
export async function writeSnapshot(table: Table, kind: Kind, now: number): Promise<boolean> {
  if (!(await claim(table, kind, now))) return false;
  // First what was announced, then the counts: whatever was announced by now is among these.
  const announced = await table.get(keys.snapshot(kind, 'NEW'), { consistent: true });
  const counts = await readCounts(table, kind);
  const packed = packVocabulary(counts);
  const build = randomUUID();
  const parts = Array.from({ length: Math.ceil(packed.length / partBytes) }, (_, part) =>
    packed.subarray(part * partBytes, (part + 1) * partBytes),
  );
  // A word counted 0 just now may be in use again by now: it stays announced.
  const known = [...((announced?.['words'] as Set<string> | undefined) ?? [])].filter((word) => counts.has(word));
  await table.transact([
    ...parts.map((data, part) => table.put({ ...keys.snapshot(kind, part), build, data })),
    table.update(
      keys.snapshot(kind, 'META'),
      { expression: 'SET build = :build, parts = :parts', values: { ':build': build, ':parts': parts.length } },
      { expression: 'claimedAt = :now', values: { ':now': now } },
    ),
    ...forget(table, kind, known),
  ]);
  return true;
}

/** One writer a minute; he who finds it taken leaves it to the next change, for words are announced meanwhile. */
async function claim(table: Table, kind: Kind, now: number): Promise<boolean> {
  const meta = await table.get(keys.snapshot(kind, 'META'));
  if (Math.abs(now - Number(meta?.['claimedAt'] ?? 0)) < minuteMs) return false;
  return attempt(table, [
    table.update(
      keys.snapshot(kind, 'META'),
      { expression: 'SET claimedAt = :now', values: { ':now': now } },
      {
        expression: 'attribute_not_exists(claimedAt) OR claimedAt = :before',
        values: { ':before': meta?.['claimedAt'] ?? 0 },
      },
    ),
  ]);
}

async function readCounts(table: Table, kind: Kind): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
      ExpressionAttributeValues: { ':pk': keys.vocabulary(kind), ':word': keys.word(kind, '').sk },
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    for (const item of page.items) {
      const count = Number(item['count']);
      if (count > 0) counts.set(String(item['sk']).slice(keys.word(kind, '').sk.length), count);
    }
    start = page.last;
  } while (start);
  return counts;
}

const forget = (table: Table, kind: Kind, words: readonly string[]): Write[] =>
  words.length === 0
    ? []
    : [
        table.update(keys.snapshot(kind, 'NEW'), {
          expression: 'DELETE #words :words',
          names: { '#words': 'words' },
          values: { ':words': new Set(words) },
        }),
      ];
