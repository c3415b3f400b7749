import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { makeArchives } from '#functions/exports/make-archives.ts';
import { openReader, openWriter } from '#functions/platform/aws/object-store.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';

const table = openTable(env('TABLE'));
const files = {
  identity: openReader(env('IDENTITY_BUCKET')),
  private: openReader(env('PRIVATE_BUCKET')),
  media: openReader(env('MEDIA_BUCKET')),
};
const archives = openWriter(env('PRIVATE_BUCKET'));

/**
 * A ZIP is made in memory beside its files, so a part takes twice this. Phones also resume several files of this size
 * more easily than one large one.
 */
const partBytes = 100_000_000;

/** A part of a large archive takes some ten seconds, so a started part also finishes. */
const partMs = 60_000;

export const handler = background(
  (_event: unknown, context: Context): Promise<number> =>
    makeArchives({
      table,
      now: () => Date.now(),
      newId: randomUUID,
      files,
      archives,
      partBytes,
      hasTime: () => context.getRemainingTimeInMillis() > partMs,
    }),
);
