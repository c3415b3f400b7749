/** Hebrew to Arabic Extended, and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A member's words inside a sentence of ours without markup: both keep their own direction. */
export const isolated = (words: string): string =>
  rightToLeft.test(words) && !words.startsWith('\u2068') ? `\u2068${words}\u2069` : words;

/** A sentence for a program that guesses its direction by the first letter, even of an isolated word. */
export const leftToRight = (sentence: string): string =>
  sentence.startsWith('\u2068') ? `\u200e${sentence}` : sentence;

/**
 * Whether the name elides the word before it: « Alger », « Évry », « Ypres » do; « Yaoundé » and « Le Havre » do not.
 */
const elides = /^(?:[aeiouœæ]|y[^aeiouœæ])/;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\u2068]/gu, '')
    .toLowerCase();

/** « d'Alger », « de Paris », « du Havre », « des Ulis »: of or from the place of this name. */
export function of(name: string): string {
  const article = /^(Le|Les) (.+)$/.exec(name);
  if (article) return `${article[1] === 'Le' ? 'du' : 'des'} ${article[2]}`;
  return ofMember(name);
}

/** « d'Amel », « de Karim »: of a member. « Le Van » is a name like others. */
export const ofMember = (name: string): string => (elides.test(plain(name)) ? `d'${name}` : `de ${name}`);

/** « à Alger », « au Havre », « aux Ulis »: to the place of this name. */
export function to(name: string): string {
  const article = /^(Le|Les) (.+)$/.exec(name);
  return article ? `${article[1] === 'Le' ? 'au' : 'aux'} ${article[2]}` : `à ${name}`;
}

interface End {
  readonly city: string;
}

/** « de Paris à Alger » */
export const routeText = (from: End, arrival: End): string =>
  `${of(isolated(from.city))} ${to(isolated(arrival.city))}`;
