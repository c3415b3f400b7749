import { isolated } from '#shared/values/typed/characters.ts';

/** Facts with several lines; all others are part of a sentence or a subject. */
const severalLines = new Set(['reason', 'message']);

/** Control characters and direction marks. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/**
 * Mail programs make links of text that looks like an address. A zero-width space inside prevents that invisibly.
 * Times, amounts and days (« 10:30 », « 12.50 », « 12/12 ») are never links and stay whole. Forms remove the mark from
 * text copied from a mail (rule 199).
 */
const withoutLinks = (text: string) =>
  text.replaceAll(/(\d[.:/](?=\d))|[.:/@\\](?=\S)/g, (sign, figures?: string) => figures ?? `${sign}\u200b`);

/** A member's text, safe for our mails: no link, no extra line, no change of direction. */
function harmless(name: string, text: string): string {
  const plain = severalLines.has(name)
    ? text.split('\n').map((part) => part.replaceAll(unseen, ''))
    : [text.replaceAll(/\s+/g, ' ').replaceAll(unseen, '')];
  return isolated(withoutLinks(plain.join('\n')));
}

/** Ids become parts of our own links and are escaped there; an e-mail address was validated before. */
const isChecked = (name: string) => name.endsWith('Id') || name === 'email';

export const harmlessFacts = <Facts extends object>(facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, text]) => [name, isChecked(name) ? text : harmless(name, String(text))]),
  ) as Facts;
