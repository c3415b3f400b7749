import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NewAccount } from '../accounts/contract.ts';
import { line, Name, NewPlace, Phone, text } from './fields.ts';

const name = Name('Le nom est requis');
const title = line(80, 'Le titre est requis');
const words = text(2000, 'Écrivez un message');
const sentenceOf = (schema: typeof name, value: string) => schema.safeParse(value).error?.issues[0]?.message;

test.each([
  ['Amel', 'Amel'],
  ['  Jean-Élie ', 'Jean-Élie'],
  ["O'Brien", "O'Brien"],
  ['D’Almeida', 'D’Almeida'],
  ['J. P. St. John', 'J. P. St. John'],
  ['J.P.', 'J.P.'],
  ['Nguyễn\u00a0Văn', 'Nguyễn Văn'],
  ['ليلى بن علي', 'ليلى بن علي'],
  ['مُحَمَّد', 'مُحَمَّد'],
  ['Ñandú', 'Ñandú'],
  ['Дмитрий', 'Дмитрий'],
  ['Voyageur', 'Voyageur'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(name.parse(typed)).toBe(kept);
});

const letters = "Utilisez des lettres, des espaces, des traits d'union, des apostrophes et des points";
const reserved = 'Ce nom est réservé : indiquez le vôtre';
test.each([
  ['', 'Le nom est requis'],
  ['\u200b', 'Le nom est requis'],
  ['.', letters],
  ['Amel\nBenali', letters],
  ['Amel\tBenali', letters],
  ['Amel\u2028Benali', letters],
  ['A\u0000mel', letters],
  ['Amel\u202eileneB', letters],
  ['Am\u200del', letters],
  ['Am\u200bel', letters],
  ['Am\u00adel', letters],
  ['\u3164', letters],
  ['Amel\u115f', letters],
  ['\u2800', letters],
  ['Amel 2', letters],
  ['Amel@example', letters],
  ['https://evil.example', letters],
  ['<b>Amel</b>', letters],
  ['Amel 🚚', letters],
  [`a${'\u0301'.repeat(9)}`, letters],
  ['evil.com', 'Laissez une espace après le point'],
  ['www.evil.com', 'Laissez une espace après le point'],
  ['Envoyage', reserved],
  ['ENVOYAGE', reserved],
  ['Envoyage Support', reserved],
  ['E n v o y a g e Support', reserved],
  ['Équipe d’Ênvôyâgé', reserved],
  ['En-vo. ya’ge', reserved],
  ['Ｅｎｖｏｙａｇｅ', reserved],
  ['𝐄𝐧𝐯𝐨𝐲𝐚𝐠𝐞', reserved],
  ['ᴇɴᴠᴏʏᴀɢᴇ', reserved],
  ['Envøyage', reserved],
  ['Еnvoyage', 'Écrivez votre nom dans un seul alphabet'],
  ['Envοyage', 'Écrivez votre nom dans un seul alphabet'],
])('the name %j is refused: %s', (typed, sentence) => {
  expect(sentenceOf(name, typed)).toBe(sentence);
});

test('the brand is refused as a name also when its halves are in two fields', () => {
  const account = {
    firstName: 'Envo',
    lastName: 'Yage',
    email: 'a@example.org',
    phone: '0612345678',
    password: 'traversée-42',
    acceptedTerms: true,
  };
  expect(NewAccount.safeParse(account).error?.issues).toMatchObject([{ path: ['lastName'], message: reserved }]);
  expect(NewAccount.safeParse({ ...account, lastName: 'Yage Support' }).success).toBe(false);
  expect(NewAccount.safeParse({ ...account, lastName: 'Benali' }).success).toBe(true);
  expect(NewAccount.safeParse({ ...account, firstName: 'Carmen', lastName: 'Voyage' }).success).toBe(true);
});

test('every accepted name is visible, on one line, and is accepted again unchanged', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('a', 'É', 'ل', ' ', '.', '-', "'", '’', '\u202e', '\u200d', '\n', '\u3164', '\u0301'),
    }),
  );
  fc.assert(
    fc.property(anyName, (typed) => {
      const { success, data = '' } = name.safeParse(typed);
      if (!success) return;
      expect(data).toMatch(/^[\p{L}\p{M} .'’‐‑-]{1,60}$/u);
      expect(data).toMatch(/\p{L}/u);
      expect(data).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u);
      expect(name.parse(data)).toBe(data);
    }),
  );
});

test('the brand is refused as a name with any spacing, accents and case', () => {
  const between = fc.constantFrom('', ' ', '-', "'", '\u0301', '\u00a0', '. ');
  const drawn = fc.tuple(fc.array(fc.tuple(between, fc.boolean()), { minLength: 8, maxLength: 8 }));
  fc.assert(
    fc.property(drawn, ([parts]) => {
      const typed = Array.from('envoyage', (letter, at) => {
        const [sign, upper] = parts[at] ?? ['', false];
        return (upper ? letter.toUpperCase() : letter) + sign;
      }).join('');
      expect(name.safeParse(typed).success).toBe(false);
    }),
  );
});

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
