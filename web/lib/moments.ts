import { dateText } from '#shared/values/formats.ts';
import { dayAndTime, dayMs, longDay, minuteMs, shortDay } from '#shared/values/time.ts';

/**
 * Moments in the device's time zone, as in messengers (rule 198). A function has no device, so it writes « heure
 * d'Alger » instead. Days, such as a last day or a travel day, are days of Algiers, not moments.
 */

/**
 * The moment as if the device's clock were in UTC. It reads the zone each time, because a cached format would keep the
 * zone of its creation while a traveller's page stays open across zones.
 */
function onDevice(at: number): Date {
  const moment = new Date(at);
  return new Date(at - moment.getTimezoneOffset() * minuteMs);
}

const text = (iso: string, options: Intl.DateTimeFormatOptions) =>
  dateText(onDevice(Date.parse(iso)), { ...options, timeZone: 'UTC' });

/** « 12 déc. 2026 à 14:05 » */
export const momentText = (iso: string) => dayAndTime(onDevice(Date.parse(iso)), 'UTC');

/** « mer. 2 déc. à 14:05 »: a moment of the next days. */
export const deadlineText = (iso: string) =>
  `${text(iso, { weekday: 'short', day: 'numeric', month: 'short' })} à ${clockTime(iso)}`;

/** « 14:05 » */
export const clockTime = (iso: string) => text(iso, { hour: '2-digit', minute: '2-digit' });

/** « décembre 2026 » (product 1.9: member since shows month and year). */
export const monthAndYear = (iso: string) => text(iso, { month: 'long', year: 'numeric' });

/** The day (`YYYY-MM-DD`) that the device's calendar showed at a moment in milliseconds. */
export const dayHere = (at: number) => onDevice(at).toISOString().slice(0, 10);

/** « 12 déc. 2026 »: the day of a moment whose hour does not matter. */
export const shortDayOf = (iso: string) => shortDay(dayHere(Date.parse(iso)));

export const longDayOf = (iso: string) => longDay(dayHere(Date.parse(iso)));

/** « Aujourd'hui » or « Hier »; undefined for any other day. */
function nearDay(day: string, now: number): string | undefined {
  if (day === dayHere(now)) return "Aujourd'hui";
  return day === dayHere(now - dayMs) ? 'Hier' : undefined;
}

export const dayLabel = (day: string, now = Date.now()): string => nearDay(day, now) ?? longDay(day);

/** The time of the last message, as short as a list needs it. */
export function listTime(iso: string, now = Date.now()): string {
  const day = dayHere(Date.parse(iso));
  return day === dayHere(now) ? clockTime(iso) : (nearDay(day, now) ?? shortDay(day));
}
