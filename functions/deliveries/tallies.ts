import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import type { StatsRecord } from '#shared/profiles/record.ts';
import { dayOf } from '#shared/values/time.ts';

/**
 * The counts of a member's day or month. Their names are single letters, because an answer reads up to 31 days and
 * every month, so the rows must be small.
 */
export const tallyLetters = {
  published: 'p',
  /** Own parcels that arrived; how many have a measured time, and the sum of their minutes from pickup to delivery. */
  sent: 's',
  timed: 't',
  minutes: 'm',
  /** Delivered parcels of others, their grams, and how many arrived by their last day. */
  carried: 'c',
  grams: 'g',
  onTime: 'o',
  /** Trips of the day that were validated and not cancelled; all trips of the day, in any state. */
  trips: 'r',
  planned: 'a',
} as const;
export type TallyName = keyof typeof tallyLetters;

export const stateCounters = {
  to_collect: 'toCollect',
  in_transit: 'inTransit',
  to_deliver: 'toDeliver',
  completed: 'completed',
} as const satisfies Record<DeliveryState, keyof StatsRecord>;

export interface Tally extends Readonly<Record<TallyName, number>> {
  readonly at: string;
}

/** Days for which the counts of a day are kept; those of a month are kept permanently (rule 108). */
export const tallyDays = 62;

const parseTally = (item: Item): Tally => ({
  ...(Object.fromEntries(
    Object.entries(tallyLetters).map(([name, letter]) => [name, Number(item[letter] ?? 0)]),
  ) as Record<TallyName, number>),
  at: String(item['sk']).split('#')[1] ?? '',
});

async function tallies(table: Table, from: { pk: string; sk: string }, to: { sk: string }): Promise<Tally[]> {
  const found: Tally[] = [];
  const query = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': from.pk, ':from': from.sk, ':to': to.sk },
  };
  for await (const item of itemsOf(table, query)) found.push(parseTally(item));
  return found;
}

export const dayTallies = (table: Table, memberId: string, from: string, to: string) =>
  tallies(table, keys.dayTally(memberId, from), keys.dayTally(memberId, to));

/** `from` and `to` are months. */
export const monthTallies = (table: Table, memberId: string, from = '0', to = '9') =>
  tallies(table, keys.monthTally(memberId, from), keys.monthTally(memberId, to));

export const sumOf = (tallied: readonly Tally[], name: TallyName) =>
  tallied.reduce((sum, tally) => sum + tally[name], 0);

/** How many trips are upcoming, including today's, and how many are past: the tabs of /my-trips (product 2.2). */
export async function plannedTrips(table: Table, memberId: string, now: number) {
  const today = dayOf(now);
  const month = today.slice(0, 7);
  const [days, months] = await Promise.all([
    dayTallies(table, memberId, `${month}-01`, today),
    monthTallies(table, memberId),
  ]);
  const over = [...months.filter(({ at }) => at < month), ...days.filter(({ at }) => at < today)];
  const past = sumOf(over, 'planned');
  return { upcoming: sumOf(months, 'planned') - past, past };
}
