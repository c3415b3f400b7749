import type { Context } from 'aws-lambda';
import { openLogCopy } from '#functions/platform/aws/log-copy.ts';
import { openFileStore } from '#functions/platform/aws/object-store.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { runDaily } from './daily.ts';

const table = openTable(env('TABLE'));
const stores = {
  logCopy: openLogCopy(env('LOG_BUCKET')),
  files: {
    identity: openFileStore(env('IDENTITY_BUCKET')),
    private: openFileStore(env('PRIVATE_BUCKET')),
    media: openFileStore(env('MEDIA_BUCKET')),
  },
};

/** Maximum milliseconds that a started part needs to finish. */
const lastMs = 60_000;

/** `{ "again": true }` starts every part again, also those that have finished today. */
export const handler = background(async (event: { readonly again?: boolean }, context: Context): Promise<void> => {
  const hasTime = () => context.getRemainingTimeInMillis() > lastMs;
  const isAgain = event.again === true;
  await runDaily(table, Date.now(), { ...stores, hasTime, clock: () => Date.now() }, { isAgain });
});
