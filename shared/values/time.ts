import { dateText } from './formats.ts';

/** Days are compared in Africa/Algiers (UTC+1, no summer time) everywhere: listing, expiry, forms, labels. */
const algiersOffsetMs = 3_600_000;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The calendar day (`YYYY-MM-DD`) of a moment in milliseconds. */
export const dayOf = (now: number) => new Date(now + algiersOffsetMs).toISOString().slice(0, 10);

/** The first moment of a calendar day, in milliseconds. */
export const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) - algiersOffsetMs;

/** Whole days until a calendar day; negative after it. */
export const daysUntil = (day: string, now: number) =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / dayMs);

/** Days without work: Friday and Saturday, as in Algeria (decision 031). */
const weekend: readonly number[] = [5, 6];

/** Milliseconds of working days between two moments. */
export function workingMs(from: number, to: number): number {
  let worked = 0;
  for (let day = startOfDay(dayOf(from)); day < to; day += dayMs) {
    const weekday = new Date(day + algiersOffsetMs).getUTCDay();
    if (!weekend.includes(weekday)) worked += Math.max(0, Math.min(to, day + dayMs) - Math.max(from, day));
  }
  return worked;
}

/** A real day of the calendar written `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Days are of this century. */
export const isFar = (day: string): boolean => isDay(day) && day >= '2100-01-01';
export const farDay = 'Date trop lointaine : 31/12/2099 au plus tard';

/** The month (`YYYY-MM`) of an ISO moment, as keys need it. */
export const monthOf = (iso: string) => iso.slice(0, 7);

export const longDay = (day: string) => dateText(new Date(`${day}T00:00:00Z`), { dateStyle: 'full', timeZone: 'UTC' });

export const shortDay = (day: string) =>
  dateText(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' }).replaceAll(' ', '\u00a0');

export const dayAndTime = (moment: Date, timeZone: string) =>
  `${dateText(moment, { dateStyle: 'medium', timeZone })} à ${dateText(moment, { timeStyle: 'short', timeZone })}`;

/**
 * « 12 déc. 2026 à 14:05 (heure d'Alger) », for texts that leave the screen and may be read in any time zone (rule
 * 198).
 */
export const algiersMoment = (iso: string) => `${dayAndTime(new Date(iso), 'Africa/Algiers')} (heure d'Alger)`;
