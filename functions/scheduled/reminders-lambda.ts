import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { remind } from './reminders.ts';

const table = openTable(env('TABLE'));

export const handler = (): Promise<number> => remind(table, Date.now());
