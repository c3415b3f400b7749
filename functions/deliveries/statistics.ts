import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { parseStats } from '#functions/profiles/repository.ts';
import type { Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { ratingOf } from '#shared/profiles/record.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { dayTallies, monthTallies, sumOf } from './tallies.ts';

const periodDays = 30;
const minutesOfDay = 24 * 60;

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/**
 * A member's figures of a period from the projector's counts: two ranges of their own rows and their counters. Months
 * are whole: the last twelve are the current one and the eleven before it. A trip counts when its day is over.
 */
export async function statisticsOf(
  table: Table,
  memberId: string,
  period: StatisticsPeriod,
  now: number,
): Promise<Statistics> {
  const today = dayOf(now);
  const month = today.slice(0, 7);
  const isDaily = period === '30d';
  const firstDay = isDaily ? dayOf(now - (periodDays - 1) * dayMs) : `${month}-01`;
  const [days, months, counters] = await Promise.all([
    dayTallies(table, memberId, firstDay, today),
    isDaily ? [] : monthTallies(table, memberId, period === '12m' ? monthsBefore(today, 11) : undefined, month),
    table.get(keys.stats(memberId)),
  ]);
  const counted = isDaily ? days : months;
  const stats = parseStats(counters);
  const rating = ratingOf(stats);
  // This month's trips are counted by day: some of them are still to come.
  const travelled = [...days.filter(({ at }) => at < today), ...months.filter(({ at }) => at < month)];
  const timed = sumOf(counted, 'timed');
  return {
    sender: {
      published: sumOf(counted, 'published'),
      waiting: stats.parcelsWaiting,
      inTransit: stats.parcelsOnWay,
      delivered: sumOf(counted, 'sent'),
      ...(timed > 0 ? { meanDays: Math.round((sumOf(counted, 'minutes') / timed / minutesOfDay) * 10) / 10 } : {}),
    },
    carrier: {
      trips: sumOf(travelled, 'trips'),
      delivered: sumOf(counted, 'carried'),
      grams: sumOf(counted, 'grams'),
      onTime: sumOf(counted, 'onTime'),
      ...(rating === undefined ? {} : { rating }),
      reviewCount: stats.ratingCount,
    },
    steps: counted
      .filter(({ published, sent, carried }) => published + sent + carried > 0)
      .map(({ at, published, sent, carried }) => ({ at, published, sent, carried })),
  };
}
