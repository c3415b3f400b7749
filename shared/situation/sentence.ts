/**
 * A part of a sentence: text, a member's name, what a member typed, or a moment (ISO), which pages show in the device's
 * zone (rule 198).
 */
export type Part = string | { readonly name: string } | { readonly typed: string } | { readonly moment: string };
export type Sentence = readonly Part[];

/** So many characters of typed text fit into two lines of a narrow screen. */
const excerptLength = 80;

/** The beginning of a long typed text, on one line. */
export function excerptOfTyped(typed: string): string {
  const line = typed.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length > excerptLength
    ? `${characters
        .slice(0, excerptLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
