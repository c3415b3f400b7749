import { isDeepStrictEqual } from 'node:util';
import type { LogCopy } from '#functions/platform/aws/log-copy.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { dayMs } from '#shared/values/time.ts';

/**
 * Compares yesterday's lines of the administrators' log with their copy (rule 96). A changed, removed or uncopied line
 * makes the job fail, which raises its alarm.
 * @returns how many lines were compared
 */
export async function compareLog(
  table: Table,
  now: number,
  { logCopy }: { readonly logCopy: Pick<LogCopy, 'linesOf' | 'read'> },
): Promise<number> {
  const day = new Date(now - dayMs).toISOString().slice(0, 10);
  const copied = new Set(await logCopy.linesOf(day));
  const wrong: string[] = [];
  let count = 0;
  const lines = queryOf({ partition: keys.log(day, '').pk, sort: { beginsWith: day } });
  for await (const { sk, record } of itemsOf(table, lines)) {
    const line = String(sk);
    count += 1;
    const isSame = copied.delete(line) && isDeepStrictEqual(await logCopy.read(line), record);
    if (!isSame) wrong.push(line);
  }
  wrong.push(...copied);
  if (wrong.length === 0) return count;
  logger.error('the log differs from its copy', { lines: wrong });
  throw new Error(`${wrong.length} lines of the log of ${day} differ from their copy`);
}
