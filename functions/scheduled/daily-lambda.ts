import { env } from '#functions/platform/env.ts';
import { openLogCopy } from '#functions/platform/log-copy.ts';
import { openEraser } from '#functions/platform/object-store.ts';
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

export const handler = (): Promise<void> => runDaily(table, Date.now(), stores);
