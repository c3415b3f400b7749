import { encodeCursor } from '#functions/platform/http/cursor.ts';
import { type List, positionIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { dayMs, monthOf, startOfDay } from '#shared/values/time.ts';
import { byMonth, type Filter, filtered, firstMonth, type ItemPage } from './by-month.ts';

const pageSize = 100;

/** Lines wanted from the log; days are of the calendar, both included. */
type LogFilter = { readonly [Name in 'target' | 'type' | 'action' | 'from' | 'to']?: string | undefined };

/**
 * The acts about one thing are a separate list. A type or an act is searched in the lines of the days, and a page ends
 * with the query that found some.
 */
export async function readLogLines(
  table: Table,
  now: number,
  { target, from, to, ...facts }: LogFilter,
  cursor?: string,
): Promise<{ readonly items: AdminLogRecord[]; readonly next?: string }> {
  const first = from === undefined ? 0 : startOfDay(from);
  const last = Math.min(now, to === undefined ? now : startOfDay(to) + dayMs - 1);
  const iso = (time: number) => new Date(time).toISOString();
  // DynamoDB refuses a range that ends before it begins.
  if (last < first || monthOf(iso(last)) < firstMonth) return { items: [] };
  // A sort key is the moment and more, so the bound of the last moment is above every line of it.
  const sort = { between: [iso(first), `${iso(last)}~`] } as const;
  const filter = { ...filterOf(facts), since: monthOf(iso(first)) };
  const page =
    target === undefined
      ? await byMonth(
          table,
          (month) => ({ partition: keys.log(month, '').pk, sort }),
          { now: last, cursor, size: pageSize },
          filter,
        )
      : await linesAbout(table, target, sort, filter, cursor);
  return { ...page, items: page.items.map((item) => AdminLogRecord.parse(item['record'])) };
}

function filterOf({ type, action }: Pick<LogFilter, 'type' | 'action'>): Filter {
  const wanted = Object.entries({ targetType: type, action }).filter(([, value]) => value !== undefined);
  if (wanted.length === 0) return {};
  return {
    FilterExpression: wanted.map(([fact]) => `#record.#${fact} = :${fact}`).join(' AND '),
    names: { '#record': 'record', ...Object.fromEntries(wanted.map(([fact]) => [`#${fact}`, fact])) },
    values: Object.fromEntries(wanted.map(([fact, value]) => [`:${fact}`, value])),
    mayBeShort: true,
  };
}

async function linesAbout(
  table: Table,
  target: string,
  sort: NonNullable<List['sort']>,
  filter: Filter,
  cursor: string | undefined,
): Promise<ItemPage> {
  const list: List = { index: 'gs1', partition: indexes.logOf(target, '', '').gs1pk, sort };
  const { items, last } = await table.query({
    ...filtered(list, filter),
    Limit: pageSize,
    ExclusiveStartKey: positionIn(list, cursor),
  });
  return { items, ...encodeCursor(last) };
}
