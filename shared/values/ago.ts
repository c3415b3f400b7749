import { dayMs, hourMs, minuteMs } from './time.ts';

/** The time left, in its two largest units: « 1 j 6 h », « 5 h 20 min », « 12 min ». */
export function leftText(ms: number): string {
  const left = Math.max(ms, 0);
  const [days, hours] = [Math.floor(left / dayMs), Math.floor((left % dayMs) / hourMs)];
  const minutes = Math.floor((left % hourMs) / minuteMs);
  const parts =
    days > 0 ? [`${days} j`, hours > 0 ? `${hours} h` : ''] : [hours > 0 ? `${hours} h` : '', `${minutes} min`];
  return parts.filter((part) => part !== '').join(' ');
}

/** Elapsed time in one unit: « à l'instant », « il y a 12 min », « il y a 3 h », « il y a 2 jours ». */
export function agoText(ms: number): string {
  if (ms < minuteMs) return "à l'instant";
  if (ms < hourMs) return `il y a ${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `il y a ${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return `il y a ${days} ${days === 1 ? 'jour' : 'jours'}`;
}
