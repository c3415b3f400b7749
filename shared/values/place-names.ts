import { foldPlace } from './places.ts';

/**
 * Keys for names of places, the same for every spelling of one place. Suggestions, publishing and the search compare
 * them (decision 050); they are never stored.
 */

/** A place as the files of suggestions have it, with the keys of the file that lead to it (`infra/places`). */
export type PlaceRow = readonly [
  id: number,
  name: string,
  country: string,
  region: string,
  weight: number,
  ...keys: readonly string[],
];

export const maxSuggestions = 10;
/**
 * The bonus of a whole name over longer ones, in the decibels of `weight`, as if it had a hundred times the
 * inhabitants. So « Hydra » comes before Hyderabad, and « par » offers Paris before Par in Cornwall.
 */
export const exactBonus = 20;
/** Marks the key of a commune that was merged into the place: it is never meant as a whole name. */
export const partMark = '~';
/**
 * A place with a longer name is also meant when it weighs this much more, in decibels: four times the inhabitants. «
 * Choisy » is a village of Haute-Savoie, but for most people Choisy-le-Roi.
 */
export const longerNameMargin = 6;

/** Arabic letters, with those of Persian and Berber, in French transcription. Diacritics are already removed. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ا=a ب=b پ=p ت=t ث=th ج=j چ=ch ح=h خ=kh د=d ذ=d ر=r ز=z ژ=j س=s ش=ch ص=s ض=d ط=t ظ=d ع= غ=gh ف=f ڤ=v ق=k ڨ=g ك=k ک=k ' +
    'گ=g ل=l م=m ن=n ه=h ة=a و=w ي=y ی=y ى=a ء= ـ= ٠=0 ١=1 ٢=2 ٣=3 ٤=4 ٥=5 ٦=6 ٧=7 ٨=8 ٩=9 ۰=0 ۱=1 ۲=2 ۳=3 ۴=4 ۵=5 ۶=6 ۷=7 ۸=8 ۹=9'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const arabicLetter = /[\u0620-\u064a\u066e-\u06d5]/;

/** Words with several spellings, each mapped to the one in keys. */
const words: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'st=saint ste=sainte sts=saints stes=saintes sankt=saint mt=mont wad=oued wadi=oued ouad=oued oed=oued wed=oued ' +
    'ayn=ain ein=ain aine=ain oulad=ouled awlad=ouled uled=ouled borj=bordj burj=bordj qsar=ksar bni=beni'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
/** « Villeneuve s/ Lot », « Fontenay ss Bois »: only between words. */
const between: Readonly<Record<string, string>> = { s: 'sur', ss: 'sous', sr: 'sur' };

const articles = new Set('le la les l el al ech ach es as et at ez az er ar en an ed ad the'.split(' '));
/** Common additions before or after a name: « wilaya d'Alger », « Oran ville », « Paris 11e arrondissement ». */
const before = new Set('ville commune wilaya ولاية مدينة بلدية'.split(' '));
const links = new Set('de du d des'.split(' '));
const belonging = new Set([...before, ...links, ...articles, 'en', 'of']);
const after = new Set('ville centre center arrondissement arrdt arr cedex gare aeroport airport est ouest'.split(' '));
/** « Oran Algérie », but « Roissy-en-France » is a name. */
const countries = new Set(
  'algerie algeria الجزائر france maroc morocco المغرب tunisie tunisia تونس belgique'.split(' ').map(foldPlace),
);

const wordsOf = (text: string): string[] => foldPlace(text).split(' ').filter(Boolean);

const inLatin = (word: string): string => word.replaceAll(/[\u0600-\u06ff]/g, (letter) => latin[letter] ?? letter);

/** A word is matched against `words` only once another follows it: « st » may become « Strasbourg ». */
const keyOf = (typed: readonly string[], isWhole: boolean): string =>
  typed
    .map((word, at) => {
      const isLast = at === typed.length - 1;
      const isBetween = !isLast && (typed[at - 1]?.length ?? 0) > 1;
      const usual = (isLast && !isWhole ? undefined : words[word]) ?? (isBetween ? between[word] : undefined);
      return inLatin(usual ?? word);
    })
    .join('');

/**
 * Key of a text: lower-case Latin letters and digits without blanks. « St-Denis », « SAINT DENIS » and « saint denis »
 * are `saintdenis`, « M'Sila » is `msila`, « الجزائر » is `aljzayr`. Letters of other scripts are kept.
 */
export const nameKey = (text: string): string => keyOf(wordsOf(text), false);

/** The words of the name alone, without articles, « ville de », an arrondissement or a country behind a comma. */
function coreOf(text: string): string[] {
  const [name = ''] = text.split(/[,(،]/);
  const core = wordsOf(name);
  if (core.length > 1 && countries.has(core.at(-1) ?? '') && !belonging.has(core.at(-2) ?? '')) core.pop();
  // « F-75018 »
  if (core.length === 2 && /^(?:f|fr|dz)$/.test(core[0] ?? '') && /^\d{5}$/.test(core[1] ?? '')) core.shift();
  while (core.length > 1 && (after.has(core.at(-1) ?? '') || /^\d{1,5}(e|er|eme|ieme)?$/.test(core.at(-1) ?? '')))
    core.pop();
  while (core.length > 1 && /^\d{1,5}$/.test(core[0] ?? '')) core.shift();
  if (core.length > 1 && before.has(core[0] ?? '')) {
    core.shift();
    if (core.length > 1 && links.has(core[0] ?? '')) core.shift();
  }
  if (core.length > 1 && articles.has(core[0] ?? '') && core.slice(1).join('').length > 2) core.shift();
  const [first = ''] = core;
  // The Arabic article is part of its word.
  if (first.startsWith('ال') && first.length > 4) core[0] = first.slice(2);
  return core;
}

/** Key of the name alone: « Havre » and « Le Havre » are `havre`, « Paris 11e » is `paris`. */
export const nameCore = (text: string): string => keyOf(coreOf(text), false);

/** Caches the keys of compared names: a search compares with every place in use. */
const compared = new Map<string, { readonly key: string; readonly core: string }>();
const mostCompared = 50_000;

function keysFor(text: string) {
  const known = compared.get(text) ?? { key: nameKey(text), core: nameCore(text) };
  if (compared.size >= mostCompared) compared.clear();
  compared.set(text, known);
  return known;
}

export const isSameName = (a: string, b: string): boolean =>
  keysFor(a).core !== '' && keysFor(a).core === keysFor(b).core;

/** Every name contains the empty text. */
export const containsName = (name: string, text: string): boolean =>
  keysFor(name).key.includes(keysFor(text).key) || isSameName(name, text);

/** Arabic keys are separate from Latin ones: « bar » must not offer Paris because of « باريس ». */
const inScript = (text: string, keys: readonly string[]): string[] => [
  ...new Set(keys.filter(Boolean).map((key) => (arabicLetter.test(text) ? `0${key}` : key))),
];

/** Every key that finds a name while it is typed: whole, without its article, and as written. */
export const keysOfName = (name: string): string[] => {
  const [whole, core] = [wordsOf(name), coreOf(name)];
  return inScript(name, [keyOf(whole, true), whole.map(inLatin).join(''), keyOf(core, true)]);
};

/** The keys that a typed text may begin: as typed, then without common additions to a name. */
export const keysOfText = (text: string): string[] => inScript(text, [nameKey(text), nameCore(text)]);

/**
 * How a name sounds, for unforeseen spellings: its consonants, one for each sound. « Bordaux » and « Bordeaux » are
 * `brdx`. Undefined when too little is left to compare.
 */
export function soundOf(text: string): string | undefined {
  const key = nameCore(text);
  if (key.length < 4 || !/^[a-z]+$/.test(key)) return undefined;
  const sounds = key
    .replaceAll(/ph/g, 'f')
    .replaceAll(/t?ch|sh/g, '1')
    .replaceAll(/dj/g, 'j')
    .replaceAll(/gu(?=[ei])|gh/g, 'G')
    .replaceAll(/g(?=[eiy])/g, 'j')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/kh|qu|[cqk]/g, 'k')
    .toLowerCase()
    .replaceAll(/[zs]+/g, 's')
    .replaceAll(/th/g, 't')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/(.)s$/, '$1')
    .replace(/^(?:h?[aeiouwy]+h?)+/, 'A')
    .replaceAll(/[aeiouwyh]/g, '');
  return sounds.length < 3 ? undefined : sounds.toLowerCase();
}
