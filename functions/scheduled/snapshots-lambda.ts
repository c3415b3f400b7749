import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { refreshSnapshots } from '#functions/search/index/snapshot.ts';

const table = openTable(env('TABLE'));

export const handler = background(() => refreshSnapshots(table, () => Date.now()));
