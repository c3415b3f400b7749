import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacters } from '#test/support/chance/any-characters.ts';
import { Email, line, NewPlace, text } from './fields.ts';

const title = line(80, 'Le titre est requis');
const words = text(2000, 'Écrivez un message');
const sentenceOf = (schema: typeof title, value: string) => schema.safeParse(value).error?.issues[0]?.message;

const forbidden = 'Ce texte contient des caractères interdits';

test.each([
  ['Li\u2029vres', 'Li vres'],
  ['Livres\t\u00a0neufs', 'Livres neufs'],
  ['Livres\u0007', 'Livres'],
  ['Livres\u000bneufs', 'Livres neufs'],
  ['Livres\u202eserviL', 'LivresserviL'],
  ['Livres\u200b scolaires', 'Livres scolaires'],
  ['Cahiers\u00adscolaires', 'Cahiersscolaires'],
  ['كتب\u200f مدرسية', 'كتب مدرسية'],
  ['Ordinateur 👨\u200d💻', 'Ordinateur 👨\u200d💻'],
  ['Livres n° 2 (3 kg) – « été » <b>"1"</b>', 'Livres n° 2 (3 kg) – « été » <b>"1"</b>'],
  ['✈️ طرد هدايا 🇩🇿 👍🏽 ٣', '✈️ طرد هدايا 🇩🇿 👍🏽 ٣'],
])('the title %j is kept as %j', (typed, kept) => {
  expect(title.parse(typed)).toBe(kept);
});

test('a title of two lines is refused with the way out', () => {
  expect(sentenceOf(title, 'Livres\nscolaires')).toBe('Écrivez ce texte sur une seule ligne');
});

test.each(['Li\ud800vres', 'Li\u0000vres', `Livres${'\u0301'.repeat(9)}`])('the title %j is refused', (typed) => {
  expect(sentenceOf(title, typed)).toBe(forbidden);
});

test('a title of nothing but invisible marks is missing, and a city has one line too', () => {
  for (const typed of [' \u200b ', '\u2800', '\u3164\u200f'])
    expect(sentenceOf(title, typed)).toBe('Le titre est requis');
  expect(NewPlace.parse({ countryCode: 'FR', city: 'Saint-\u200bDenis\n' }).city).toBe('Saint-Denis');
});

test('a text of several lines keeps its lines and joiners, and no other control character', () => {
  expect(words.parse(' Bonjour\r\nà bientôt\rAmel\u2028!\t👨\u200d👩\u200d👧 ')).toBe(
    'Bonjour\nà bientôt\nAmel\n! 👨\u200d👩\u200d👧',
  );
  expect(words.parse('Appelez le \u202a06 12\u202c')).toBe('Appelez le 06 12');
  expect(words.parse('b\u001bc\u0007d\u009be')).toBe('bcde');
  for (const typed of ['a\udfffb', 'a\u0000b']) expect(sentenceOf(words, typed)).toBe(forbidden);
  expect(sentenceOf(words, '\u200d\u200b')).toBe('Écrivez un message');
  expect(text(10).parse('  ')).toBe('');
});

test('a limit counts what is kept, and invisible marks do not use it up', () => {
  expect(line(4, '').parse('A\u200bm\u200be\u200bl\u200b')).toBe('Amel');
  expect(sentenceOf(line(4, ''), 'Amels')).toBe('Ce texte est trop long (4 caractères au maximum)');
});

test('every accepted text of several lines contains no control character but the line feed', () => {
  fc.assert(
    fc.property(anyCharacters, (typed) => {
      const { data = '' } = words.safeParse(typed);
      expect(data.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('an address of mail is read without what was copied around it', () => {
  expect(Email.parse('\u202aAmel.B@Example.org\u202c\u00a0')).toBe('amel.b@example.org');
  expect(Email.parse('amel\u200b@example.\u200borg')).toBe('amel@example.org');
  expect(Email.safeParse('amel @example.org').success).toBe(false);
});
