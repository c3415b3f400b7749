import fc from 'fast-check';
import { expect, test } from 'vitest';
import { line, NewPlace, Phone, text } from './fields.ts';

const title = line(80, 'Le titre est requis');
const words = text(2000, 'Écrivez un message');
const sentenceOf = (schema: typeof title, value: string) => schema.safeParse(value).error?.issues[0]?.message;

const oneLine = 'Écrivez ce texte sur une seule ligne, sans caractères invisibles';
test.each([
  'Livres\nGagnez',
  'Livres\r',
  'Li\tvres',
  'Livres\u0000',
  'Livres\u202eserviL',
  'Li\u200bvres',
  '👨\u200d👩',
  'Li\u2029vres',
  'Li\ud800vres',
])('the title %j is refused', (typed) => {
  expect(sentenceOf(title, `${typed}!`)).toBe(oneLine);
});

test('a title keeps signs, figures, emoji and any script; a city has one line too', () => {
  for (const typed of ['Livres n° 2 (3 kg) – « été » <b>"1"</b>', '✈️ طرد هدايا 🇩🇿 👍🏽'])
    expect(title.parse(typed)).toBe(typed);
  expect(NewPlace.safeParse({ countryCode: 'FR', city: 'Paris\nwww.example' }).success).toBe(false);
  expect(sentenceOf(title, ' \u200b ')).toBe('Le titre est requis');
});

test('a text of several lines keeps its lines and joiners, and no other control character', () => {
  expect(words.parse(' Bonjour\r\nà bientôt\rAmel\u2028!\t👨\u200d👩\u200d👧 ')).toBe(
    'Bonjour\nà bientôt\nAmel\n! 👨\u200d👩\u200d👧',
  );
  expect(words.parse('Appelez le \u202a06 12\u202c')).toBe('Appelez le 06 12');
  for (const typed of ['a\u0000b', 'a\u001b[31mb', 'a\u0007b', 'a\u000bb', 'a\u009bb', 'a\udfffb'])
    expect(sentenceOf(words, typed)).toBe('Ce texte contient des caractères interdits');
  expect(sentenceOf(words, '\u200d\u200b')).toBe('Écrivez un message');
  expect(text(10).parse('  ')).toBe('');
});

test('every accepted text of several lines contains no control character but the line feed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      const { data = '' } = words.safeParse(typed);
      expect(data.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('a telephone number that a phone copied is kept without its invisible marks', () => {
  expect(Phone.parse('\u202a+33 6 12 34 56 78\u202c')).toBe('+33612345678');
});
