import { encodeCursor, unknownPage } from '#functions/platform/http/cursor.ts';
import { type List, positionIn, queryOf, where } from '#functions/platform/http/list.ts';
import { type Condition, type Item, type Table } from '#functions/platform/table.ts';
import { monthOf } from '#shared/values/time.ts';

/** First month of the lists by month: nothing is older. */
export const firstMonth = '2026-06';
/** Most months that one page queries; a longer gap continues with the next page. */
const monthsOfPage = 12;

export interface Filter {
  readonly condition?: Condition;
  /** A page that the filter made shorter is not filled: it costs one query. */
  readonly mayBeShort?: true;
  readonly since?: string;
}

export interface ItemPage {
  readonly items: Item[];
  readonly next?: string;
}

export interface PageStart {
  readonly now: number;
  readonly cursor: string | undefined;
  readonly size: number;
}

export const previousMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
};

/** Position in a list kept by month: the month, then a dot and the position within it, if the page ended there. */
function monthAt(cursor: string | undefined, latest: number): [month: string, within?: string] {
  const thisMonth = monthOf(new Date(latest).toISOString());
  const [month = '', within] = cursor?.split('.') ?? [thisMonth];
  if (!/^\d{4}-\d{2}$/.test(month) || month < firstMonth || month > thisMonth) throw unknownPage();
  return within === undefined ? [month] : [month, within];
}

export function newestFirst(list: List, { condition }: Filter) {
  const query = { ...queryOf(list), ScanIndexForward: false };
  return condition ? where(query, condition) : query;
}

/** Newest first over the months from `now` on, one query for each month of the page. */
export async function byMonth(
  table: Table,
  listOf: (month: string) => List,
  { now, cursor, size }: PageStart,
  filter: Filter = {},
): Promise<ItemPage> {
  const items: Item[] = [];
  const since = filter.since && filter.since > firstMonth ? filter.since : firstMonth;
  let [month, within] = monthAt(cursor, now);
  let last = positionIn(listOf(month), within);
  for (let turn = 0; turn < monthsOfPage && month >= since; turn++) {
    const page = await table.query({
      ...newestFirst(listOf(month), filter),
      Limit: size - items.length,
      ExclusiveStartKey: last,
    });
    items.push(...page.items);
    last = page.last;
    const isEnough = items.length >= size || (filter.mayBeShort && items.length > 0);
    if (last && isEnough) return { items, next: `${month}.${encodeCursor(last).next}` };
    if (!last) month = previousMonth(month);
    if (items.length >= size) break;
  }
  return { items, ...(month >= since ? { next: month } : {}) };
}
