import type { Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { dateText } from '#shared/values/formats.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';

/** One bar: several days, a month or a year. */
interface Bin {
  label: string;
  sent: number;
  carried: number;
}

const daysOfBin = 6;
const binsOfMonth = 5;

const shortDate = (day: string) => dateText(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortMonth = (month: string) =>
  dateText(new Date(`${month}-01`), { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** The bars of a period, oldest first, including empty ones: five groups of days, twelve months, or the years. */
export function binsOf(steps: Statistics['steps'], period: StatisticsPeriod, now = Date.now()): Bin[] {
  const bin = (label: string, holds: (at: string) => boolean): Bin => {
    const held = steps.filter(({ at }) => holds(at));
    const sum = (name: 'sent' | 'carried') => held.reduce((total, step) => total + step[name], 0);
    return { label, sent: sum('sent'), carried: sum('carried') };
  };
  const today = dayOf(now);
  if (period === '30d')
    return Array.from({ length: binsOfMonth }, (_, at) => {
      const end = now - (binsOfMonth - 1 - at) * daysOfBin * dayMs;
      const [from, to] = [dayOf(end - (daysOfBin - 1) * dayMs), dayOf(end)];
      return bin(`${shortDate(from)} – ${shortDate(to)}`, (day) => day >= from && day <= to);
    });
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (period === '12m')
    return Array.from({ length: 12 }, (_, at) => {
      const named = new Date(Date.UTC(year, month - 12 + at, 1)).toISOString().slice(0, 7);
      return bin(shortMonth(named), (one) => one === named);
    });
  const first = Math.min(year, ...steps.map(({ at }) => Number(at.slice(0, 4))));
  return Array.from({ length: year - first + 1 }, (_, at) => {
    const named = String(first + at);
    return bin(named, (one) => one.startsWith(named));
  });
}
