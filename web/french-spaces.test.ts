import { expect, test } from 'vitest';
import { withFrenchSpaces } from './french-spaces.ts';

/** The source with each no-break space as an underscore. */
const held = (source: string) => withFrenchSpaces(source, 'page.tsx').replaceAll('\u00a0', '_');

test.each([
  // Strings and templates, also one inside another.
  [
    "const text = 'Vraiment ? Oui ! Prix : 5 € ; « Colis ».';",
    "const text = 'Vraiment_? Oui_! Prix_: 5 €_; «_Colis_».';",
  ],
  ['`« ${name} » : ${is ? `le ${day} !` : none} ?`', '`«_${name}_»_: ${is ? `le ${day}_!` : none}_?`'],
  // Text beside an element or an expression begins or ends with the space.
  ['<p>Régler « <bdi>{title}</bdi> » ?</p>', '<p>Régler «_<bdi>{title}</bdi>_»_?</p>'],
  ['<p title="Quoi ?">{label} : {text}</p>', '<p title="Quoi_?">{label}_: {text}</p>'],
  ["<p>«{' '}\n  <b>{title}</b>{' '}\n  » dit-on</p>", "<p>«{'_'}\n  <b>{title}</b>{'_'}\n  » dit-on</p>"],
  // Where the formatter begins a new line; between elements that is no space.
  ['<p>\n  le colis\n  ; le « \n  trajet\n  »\n</p>', '<p>\n  le colis_; le «_trajet_»\n</p>'],
  ['<p>\n  <b>{a}</b>\n  : {b}\n</p>', '<p>\n  <b>{a}</b>\n  : {b}\n</p>'],
])('%s holds its signs to their words', (source, expected) => {
  expect(held(source)).toBe(expected);
});

test.each([
  'const one = is ? yes : !no ; // Non : « rien » !',
  'const same = (a !== b && !c) as unknown ; const wanted = / ?« :/;',
  "const style = ':root, main :focus-visible, a !important';",
  "const address = 'https://envoyage.test/?a=b';",
  "const wrong = is ? : 'Quoi ?",
])('%s stays as it is', (source) => {
  expect(withFrenchSpaces(source, 'page.tsx')).toBe(source);
});

test('a pattern that is made of a text keeps its ordinary spaces', () => {
  const source = 'const both = new RegExp(`^(\\\\d+) ?(?:${unit}) ?$`);\nconst one = RegExp("a ?", "u");';
  expect(withFrenchSpaces(source, 'a.ts')).toBe(source);
});
