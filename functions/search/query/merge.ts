import { type PartitionRead, queryCost } from './planner.ts';

/** A queue over a generator; `fill` takes only as much as is needed. */
export function lazyQueue<T>(expected: Iterator<T>) {
  const queue: T[] = [];
  const fill = (count: number): void => {
    while (queue.length < count) {
      const { done, value } = expected.next();
      if (done) break;
      queue.push(value);
    }
  };
  return { queue, fill };
}

/** One call of Query. `last` is the order of the last row read; absent at the partition's end. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[];
  readonly last?: string | undefined;
  /** Read units. */
  readonly capacity: number;
}

export interface MergeOptions<Row> {
  readonly read: (partition: string, after: string | undefined, limit: number) => Promise<ReadPage<Row>>;
  readonly keeps: (row: Row) => boolean;
  readonly share: number;
  readonly isForward: boolean;
  readonly size: number;
  /** Read units that one request may spend before it answers a short page. */
  readonly budget: number;
  readonly after?: string | undefined;
}

/** Read units of a long row. Reads are sized so that the budget suffices for these too. */
const longRowCost = 0.05;
const maxLimit = 1000;
/** Rows that fit into half a unit, the minimum price of a query. */
const cheapRows = 12;

/**
 * One page of several partitions in their common order. Every partition is read as far as the page needs. When the
 * budget is spent, the page is short and ends where all partitions have been read to. `next` is a position in the
 * common order, so the next page may come from any other set of partitions without losing or repeating a row.
 */
export async function mergePage<Row extends { readonly order: string }>(
  reads: readonly PartitionRead[],
  options: MergeOptions<Row>,
): Promise<{ rows: Row[]; next?: string; spent: number }> {
  const { size, budget, isForward } = options;
  const isBefore = (a: string, b: string) => (isForward ? a < b : a > b);
  const inOrder = (a: { order: string }, b: { order: string }) => (isBefore(a.order, b.order) ? -1 : 1);
  const total = reads.reduce((all, { expected }) => all + expected, 0);
  /** Rows to read for `missing` rows; at least as many as the minimum price covers. */
  const limitFor = (missing: number, expected: number, slack: number) =>
    Math.max(cheapRows, Math.ceil(((missing * expected) / total / options.share) * slack));
  const isCertain = reads.length === 1 && options.share === 1;
  const states = reads.map(({ partition, expected }) => ({
    partition,
    order: options.after ?? '',
    isDone: false,
    expected,
    limit: limitFor(size + 1, expected, isCertain ? 1 : 1.1),
    rows: [] as Row[],
  }));

  let spent = 0;
  let due = states;
  while (due.length > 0) {
    const affordable = Math.max(1, Math.floor((budget - spent) / longRowCost / due.length));
    const pages = await Promise.all(
      due.map(({ partition, order, limit }) =>
        options.read(partition, order || undefined, Math.min(limit, affordable, maxLimit)),
      ),
    );
    for (const [index, state] of due.entries()) {
      const page = pages[index];
      if (!page) continue;
      spent += Math.max(queryCost, page.capacity);
      state.rows.push(...page.rows.filter(options.keeps));
      state.isDone = page.last === undefined;
      state.order = page.last ?? state.order;
    }
    const found = states.flatMap(({ rows }) => rows).sort(inOrder);
    const beyondPage = found[size];
    for (const state of due) state.limit = limitFor(Math.max(2, size + 1 - found.length), state.expected, 1.5);
    due = states
      .filter((state) => !state.isDone && (!beyondPage || isBefore(state.order, beyondPage.order)))
      .sort(inOrder)
      // The partition that is furthest behind comes first, because it limits the page.
      .slice(0, Math.max(0, Math.floor((budget - spent) / queryCost)));
  }

  const [frontier] = states.filter(({ isDone }) => !isDone).sort(inOrder);
  const ready = states
    .flatMap(({ rows }) => rows)
    .filter((row) => !frontier || !isBefore(frontier.order, row.order))
    .sort(inOrder);
  const rows = ready.slice(0, size);
  const next = ready.length > size ? rows.at(-1)?.order : frontier?.order;
  return { rows, ...(next === undefined ? {} : { next }), spent };
}
