/**
 * A part of a sentence: text, a member's name, what a member typed, or a moment (ISO), which pages show in the device's
 * zone (rule 198).
 */
export type Part = string | { readonly name: string } | { readonly typed: string } | { readonly moment: string };
export type Sentence = readonly Part[];
