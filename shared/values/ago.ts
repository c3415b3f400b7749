import { dayMs, hourMs, minuteMs } from './time.ts';

/** Elapsed time in one unit: « à l'instant », « il y a 12 min », « il y a 3 h », « il y a 2 jours ». */
export function agoText(ms: number): string {
  if (ms < minuteMs) return "à l'instant";
  if (ms < hourMs) return `il y a ${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `il y a ${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return `il y a ${days} ${days === 1 ? 'jour' : 'jours'}`;
}
