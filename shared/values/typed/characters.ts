/**
 * Normalises typed and pasted text before it is judged (decision 048, rule 199): phones, chats and mail programs add
 * invisible marks and blanks.
 */

/** Line ends of every system, including those of word processors. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Line ends other than CR and LF, which a one-line field strips itself. */
const unseenLineEnds = /[\v\f\u0085\u2028\u2029]/g;
/** Every blank but the line feed. A blank braille pattern is invisible too. */
const blanks = /[\t\p{Zs}\u2800]/gu;
/** All controls but NUL, which cannot come from typing or pasting and stays, to be refused. */
const controls = /[^\P{Cc}\n\0]/gu;
/** Characters that Unicode hides (joiners, direction marks, soft hyphens, fillers …), and annotation marks. */
const invisibleRun = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;

const tags = /^[\u{e0020}-\u{e007e}]+\u{e007f}/u;
const emojiBase = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const emojiStart = /^\p{Extended_Pictographic}/u;
const keycapBase = /^[\d#*]$/;
/** Scripts whose letters a joiner shapes: in Persian « می‌خواهم », in Hindi, in Sinhala … */
const shaped =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Mong}]/u;

/** The marks to keep of an invisible run between two texts: those that change the look of an emoji or of letters. */
function keptMarks(before: string, run: string, after: string): string {
  const flag = before === '🏴' ? tags.exec(run)?.[0] : undefined;
  if (flag) return flag;
  const isKeycap = keycapBase.test(before);
  const look = /[\ufe0e\ufe0f]/.exec(run)?.[0] ?? '';
  const isEmoji = emojiBase.test(before);
  const keptLook = (isKeycap && after.startsWith('\u20e3')) || isEmoji ? look : '';
  if (isEmoji) return keptLook + (run.includes('\u200d') && emojiStart.test(after) ? '\u200d' : '');
  const joiner = /[\u200c\u200d]/.exec(run)?.[0];
  // A joiner at the end of a word reshapes its last letter; a separator there shows nothing.
  const isShaping = joiner && shaped.test(before) && (joiner === '\u200d' || shaped.test(after));
  return isShaping ? joiner : keptLook;
}

const withoutUnseen = (text: string): string =>
  text
    .replaceAll(controls, '')
    .replaceAll(invisibleRun, (run: string, at: number, whole: string) =>
      keptMarks(Array.from(whole.slice(Math.max(0, at - 2), at)).at(-1) ?? '', run, whole.slice(at + run.length)),
    );

/** A password with one could never be typed again. */
export const holdsUnseen = (text: string): boolean => withoutUnseen(text) !== text;

/**
 * A text in a form of Unicode, a letter with at most 30 marks as its stream-safe format has it (UAX 15): putting more
 * in order costs their number squared.
 */
export const inForm = (form: 'NFC' | 'NFD' | 'NFKD', text: string): string =>
  text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);

/**
 * A typed text without invisible parts: Unicode NFC, line ends as line feeds, every other blank as a space, no control
 * character (but NUL) and no invisible mark. Marks that join an emoji or shape letters stay.
 */
export const tidy = (typed: string): string =>
  inForm('NFC', withoutUnseen(typed.replaceAll(lineEnds, '\n').replaceAll(blanks, ' ')));

/** The same for one line, without blanks around it; blanks in a row are one. A line feed stays, to be refused. */
export const tidyLine = (typed: string): string =>
  tidy(typed.replaceAll(unseenLineEnds, ' ')).replaceAll(/ +/g, ' ').trim();

/**
 * Arabic and Persian digits as `0` to `9`, full-width and small characters and the slashes of fractions as what they
 * look like (rule 229). Only where digits are meant, never for free text.
 */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[\uff01-\uff5e\ufe50-\ufe6b]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/[\u2044\u2215]/g, '/');

/** Hyphens and dashes of every kind, including minus signs. */
const dashes = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
export const plainDashes = (text: string): string => text.replaceAll(dashes, '-');

/** A number, code or reference in plain digits and dashes, without blanks: « FR76–3000 6000 » is `FR76-30006000`. */
export const tidyCode = (typed: string): string => plainDashes(plainDigits(tidyLine(typed))).replaceAll(' ', '');

export const tidyEmail = (typed: string): string => plainDigits(tidyLine(typed)).toLowerCase();

/** Length of a typed text as limits count it: characters after normalisation. */
export const lengthOf = (typed: string): number => Array.from(tidy(typed).trim()).length;

/** Hebrew to Arabic Extended, and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A member's words inside a sentence of ours without markup: both keep their own direction. */
export const isolated = (words: string): string =>
  rightToLeft.test(words) && !words.startsWith('\u2068') ? `\u2068${words}\u2069` : words;

/** A sentence for a program that guesses its direction by the first letter, even of an isolated word. */
export const leftToRight = (sentence: string): string =>
  sentence.startsWith('\u2068') ? `\u200e${sentence}` : sentence;
