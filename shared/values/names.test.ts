import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacters } from '#test/support/chance/any-characters.ts';
import { NewAccount } from '../accounts/contract.ts';
import { isSameName, Name } from './names.ts';

const name = Name('Le nom est requis');

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
  ['بن علي\u200f', 'بن علي'],
  ['\u202bبن علي\u202c', 'بن علي'],
  ['\u200eBenali', 'Benali'],
  ['D´Almeida', 'D’Almeida'],
  ['D`Almeida', 'D’Almeida'],
  ['D‘Almeida', 'D’Almeida'],
  ['Ben–Ali', 'Ben-Ali'],
  ['Ben\u2011Ali', 'Ben-Ali'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['علی\u200d ', 'علی'],
  ['Am\u200bel', 'Amel'],
  ['Am\u200del', 'Amel'],
  ['Am\u00adel', 'Amel'],
  ['Amel\u115f', 'Amel'],
  ['Amel\tBenali', 'Amel Benali'],
  ['Amel\u2028Benali', 'Amel Benali'],
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
  ['\u3164', 'Le nom est requis'],
  ['\u2800', 'Le nom est requis'],
  ['Amel\nBenali', letters],
  ['A\u0000mel', letters],
  ['Amel 2', letters],
  ['Amel@example', letters],
  ['https://evil.example', letters],
  ['<b>Amel</b>', letters],
  ['Amel 🚚', letters],
  [`a${'\u0301'.repeat(9)}`, letters],
  ['evil.com', 'Laissez un espace après le point'],
  ['www.evil.com', 'Laissez un espace après le point'],
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
  expect(name.safeParse(typed).error?.issues[0]?.message).toBe(sentence);
});

test.each([
  ['Yuγerten', 'Yuɣerten'],
  ['Aεli', 'Aɛli'],
  ['Σli', 'Ɛli'],
  ['Γani', 'Ɣani'],
])('the Kabyle name %j is written with the letters of its alphabet', (typed, stored) => {
  expect(name.parse(typed)).toBe(stored);
});

test('the brand is refused as a name also when its halves are in two fields', async () => {
  const account = {
    firstName: 'Envo',
    lastName: 'Yage',
    email: 'a@example.org',
    phone: '+33612345678',
    password: 'traversée-42',
    acceptedTerms: true,
  };
  const refused = await NewAccount.safeParseAsync(account);
  expect(refused.error?.issues).toMatchObject([{ path: ['lastName'], message: reserved }]);
  expect((await NewAccount.safeParseAsync({ ...account, lastName: 'Yage Support' })).success).toBe(false);
  expect((await NewAccount.safeParseAsync({ ...account, lastName: 'Benali' })).success).toBe(true);
  expect((await NewAccount.safeParseAsync({ ...account, firstName: 'Carmen', lastName: 'Voyage' })).success).toBe(true);
});

test('every accepted name is visible, on one line, and is accepted again unchanged', () => {
  const anyName = fc.oneof(
    anyCharacters,
    fc.string({
      unit: fc.constantFrom(
        'a',
        'É',
        'ل',
        ' ',
        '.',
        '-',
        "'",
        '’',
        '–',
        '´',
        '\u202e',
        '\u200c',
        '\u200d',
        '\n',
        '\u3164',
        '\u0301',
      ),
    }),
  );
  fc.assert(
    fc.property(anyName, (typed) => {
      const { success, data = '' } = name.safeParse(typed);
      if (!success) return;
      expect(data).toMatch(/^[\u200c\u200d\p{L}\p{M} .'’-]{1,60}$/u);
      expect(data).toMatch(/\p{L}/u);
      expect(data.replaceAll(/[\u200c\u200d](?=[\p{L}\p{M}])/gu, '')).not.toMatch(
        /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u,
      );
      expect(name.parse(data)).toBe(data);
    }),
  );
});

test('a stored name that is older than the rules is the same name when it is typed in form', () => {
  const stored = { firstName: 'Amel\u00a0', lastName: 'Ben\u2011Ali' };
  expect(isSameName(stored, { firstName: 'Amel', lastName: 'Ben-Ali' })).toBe(true);
  expect(isSameName(stored, { firstName: 'Amel', lastName: 'Ben Ali' })).toBe(false);
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
