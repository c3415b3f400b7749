import { inForm } from '../values/typed/characters.ts';

interface Owner {
  firstName: string;
  lastName: string;
  email: string;
}

const enoughBeside = 6;

/**
 * The member's own names and e-mail address do not count in a password. True if the rest is too short to be a password.
 * Accents, case and separators make no difference. Three letters count only as a whole word.
 */
export function namesItsOwner(password: string, owner: Owner): boolean {
  let rest = fold(password);
  for (const word of wordsOf(owner)) {
    // A blank replaces the word, so that its neighbours stay separate words.
    rest =
      word.length > 3
        ? rest.replaceAll(word, ' ')
        : rest.replaceAll(new RegExp(`(^|\\P{L})${word}(?!\\p{L})`, 'gu'), '$1 ');
  }
  return rest !== fold(password) && rest.replaceAll(/[\s._@'’,-]/g, '').length < enoughBeside;
}

/**
 * The whole address, its parts and the names, longest first. Joined names too, because people also write « El Hadj » as
 * one word.
 */
function wordsOf({ firstName, lastName, email }: Owner): string[] {
  const [local = ''] = email.split('@');
  const wholes = [firstName, lastName, local].map(fold);
  const parts = wholes.flatMap((whole) => whole.match(/\p{L}+/gu) ?? []);
  const joined = wholes.map((whole) => whole.replaceAll(/[^\p{L}\d]/gu, ''));
  const words = new Set([fold(email), ...parts, ...joined]);
  return [...words].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

const fold = (text: string) => inForm('NFD', text).replaceAll(/\p{M}/gu, '').toLowerCase();
