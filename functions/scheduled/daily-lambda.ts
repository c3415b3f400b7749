import { env } from '#functions/platform/env.ts';
import { openMedia } from '#functions/platform/media.ts';
import { openTable } from '#functions/platform/table.ts';
import { runDaily } from './daily.ts';

const table = openTable(env('TABLE'));
const erasers = {
  files: {
    identity: openMedia(env('IDENTITY_BUCKET')),
    private: openMedia(env('PRIVATE_BUCKET')),
    media: openMedia(env('MEDIA_BUCKET')),
  },
};

export const handler = (): Promise<void> => runDaily(table, Date.now(), erasers);
