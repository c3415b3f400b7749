import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { minuteMs } from '#shared/time.ts';
import type { Kind } from './listing.ts';
import { emptyVocabulary, learn, unpackVocabulary, type Vocabulary } from './vocabulary.ts';

interface Held {
  readonly vocabulary: Vocabulary;
  readonly build: string | undefined;
  readonly checkedAt: number;
}

export type VocabularyReader = ReturnType<typeof vocabularyReader>;

/** The vocabulary as this container holds it: the last snapshot, asked after at most once a minute. */
export function vocabularyReader(table: Table, now: () => number) {
  const held = new Map<Kind, Held>();

  /** Parts are read apart from META, so a snapshot made in between is seen by its other name and read again. */
  async function load(kind: Kind, known: Held | undefined): Promise<Held> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const meta = await table.get(keys.snapshot(kind, 'META'), { consistent: attempt > 0 });
      const build = meta?.['build'] as string | undefined;
      if (build === undefined) return { vocabulary: emptyVocabulary(), build, checkedAt: now() };
      if (build === known?.build) return { ...known, checkedAt: now() };
      const wanted = Array.from({ length: Number(meta?.['parts']) }, (_, part) => keys.snapshot(kind, part));
      const parts = await table.getMany(wanted, { consistent: attempt > 0 });
      if (parts.every((part) => part?.['build'] === build)) {
        const packed = Buffer.concat(parts.map((part) => part?.['data'] as Uint8Array));
        return { vocabulary: unpackVocabulary(packed), build, checkedAt: now() };
      }
    }
    if (known) return known;
    throw new Error(`The vocabulary of ${kind} changes faster than it can be read`);
  }

  return {
    async current(kind: Kind): Promise<Vocabulary> {
      const known = held.get(kind);
      // A clock set back must not keep an old snapshot for ever.
      if (known && Math.abs(now() - known.checkedAt) < minuteMs) return known.vocabulary;
      const fresh = await load(kind, known);
      held.set(kind, fresh);
      return fresh.vocabulary;
    },

    /** Adds what came into use since the snapshot, so that the first listing of a place is found at once. */
    async learnNew(kind: Kind, vocabulary: Vocabulary): Promise<void> {
      const item = await table.get(keys.snapshot(kind, 'NEW'));
      learn(vocabulary, (item?.['words'] as Set<string> | undefined) ?? []);
    },
  };
}
