import type { Context } from 'aws-lambda';
import { openLogCopy } from '#functions/platform/aws/log-copy.ts';
import { openEraser } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { runDaily } from './daily.ts';

const table = openTable(env('TABLE'));
const stores = {
  logCopy: openLogCopy(env('LOG_BUCKET')),
  files: {
    identity: openEraser(env('IDENTITY_BUCKET')),
    private: openEraser(env('PRIVATE_BUCKET')),
    media: openEraser(env('MEDIA_BUCKET')),
  },
};

/** Milliseconds that erasing leaves for the other parts of the night. */
const othersMs = 100_000;

export const handler = (_event: unknown, context: Context): Promise<void> =>
  runDaily(table, Date.now(), { ...stores, hasTime: () => context.getRemainingTimeInMillis() > othersMs });
