import { isDay } from '../time.ts';
import { inForm, plainDashes, plainDigits, tidyLine } from './characters.ts';

/** Days as people write them (decision 048). A phone's keyboard for digits has no slash. */

/** Each month in French, English and Arabic (of Algeria, of the Middle East). */
const months = [
  'janvier january جانفي يناير',
  'février february فيفري فبراير',
  'mars march مارس',
  'avril april أفريل أبريل',
  'mai may ماي مايو',
  'juin june جوان يونيو',
  'juillet july جويلية يوليو',
  'août august أوت أغسطس',
  'septembre september سبتمبر',
  'octobre october أكتوبر',
  'novembre november نوفمبر',
  'décembre december ديسمبر',
].map((names) => unmarked(names).split(' '));

/** People also type « fevrier » and « اوت ». */
function unmarked(text: string): string {
  return inForm('NFD', text).replaceAll(/\p{M}/gu, '');
}

/** `1` to `12` for « décembre », « dec », « ديسمبر »; undefined for other words and for an ambiguous beginning. */
function monthOf(word: string): string | undefined {
  const found = months.flatMap((names, at) =>
    names.some((name) => name === word || (word.length > 2 && name.startsWith(word))) ? [at + 1] : [],
  );
  return found.length === 1 ? String(found[0]) : undefined;
}

/** The day, if it exists. Two-digit years belong to this century. */
function dayFrom(year = '', month = '', day = ''): string | undefined {
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : undefined;
}

/**
 * The day `YYYY-MM-DD` of « 12/12/2026 », « 12.12.26 », « 12122026 », « 12 déc. 2026 », « samedi 12 décembre 2026 »,
 * « ١٢/١٢/٢٠٢٦ » and the like, the day before the month. Undefined for other texts and for days that do not exist.
 */
export function readDay(typed: string): string | undefined {
  const text = unmarked(plainDashes(plainDigits(tidyLine(typed))).toLowerCase())
    .replaceAll(/[/.,،؍٫\\-]/g, ' ')
    .replace(/^le /, '')
    .replaceAll(/(\d)(?:er|st|nd|rd|th)\b/g, '$1')
    .replaceAll(/(\d)(\p{L})|(\p{L})(\d)/gu, '$1$3 $2$4')
    .trim()
    .replaceAll(/ +/g, ' ');
  const whole = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  if (whole) return dayFrom(whole[3], whole[2], whole[1]) ?? fromYear(/^(\d{4})(\d{2})(\d{2})$/.exec(text));
  const figures = /^(\d{1,2}) (\d{1,2}) (\d{2}|\d{4})$/.exec(text);
  if (figures) return dayFrom(figures[3], figures[2], figures[1]);
  const named = /^(?:\p{L}+ )?(\d{1,2}) (?:de )?(\p{L}+) (\d{2}|\d{4})$/u.exec(text);
  if (named) return dayFrom(named[3], monthOf(named[2] ?? ''), named[1]);
  const english = /^(?:\p{L}+ )?(\p{L}+) (\d{1,2}) (\d{4})$/u.exec(text);
  if (english) return dayFrom(english[3], monthOf(english[1] ?? ''), english[2]);
  return fromYear(/^(\d{4}) (\d{1,2}) (\d{1,2})$/.exec(text));
}

const fromYear = (found: RegExpExecArray | null) => (found ? dayFrom(found[1], found[2], found[3]) : undefined);
