import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NewAccount } from '../accounts/contract.ts';
import { Name } from './names.ts';

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
  expect(name.safeParse(typed).error?.issues[0]?.message).toBe(sentence);
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
