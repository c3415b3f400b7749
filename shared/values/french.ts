import { inForm, isolated } from './typed/characters.ts';

const elides = /^(?:[aeiouœæ]|y[^aeiouœæ])/;

const plain = (text: string) =>
  inForm('NFD', text)
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

export const routeText = (from: End, arrival: End): string =>
  `${of(isolated(from.city))} ${to(isolated(arrival.city))}`;

/** The full stop after « … » at the end of a sentence; a quoted text with a stop of its own needs no second one. */
export const stopAfter = (quoted: string): '.' | '' => (/[.!?…][\s\p{Cf}]*$/u.test(quoted) ? '' : '.');
