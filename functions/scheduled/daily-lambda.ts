import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { runDaily } from './daily.ts';

const table = openTable(env('TABLE'));

export const handler = (): Promise<void> => runDaily(table, Date.now());
