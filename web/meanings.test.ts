import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Words that had two meanings (decision 012): each pattern matches what a sentence may not mean by them. */
const otherMeanings = {
  /** *Pay*, and *put in order*: « payer », « débloquer ». */
  régler: /\brégl(?:er|é|ée|és|ées|ez|ons)\b|\brègle(?:nt|z)?\b|\brèglements?\b/i,
  /** The sender's hand-over, the recipient's, and a discount: « récupérer », then « livrer ». */
  remise: /\bremises?\b|\bremet(?:s|t|tez|tre|tent|tra)?\b/i,
  /** A permission; an agreement is what two members have said yes to. */
  accord:
    /\baccord (?:préalable|contraire|du membre|de (?:son|votre|l'administrateur))|\b(?:sans l'|après (?:son|votre) )accord\b|\bdonn\p{L}+ (?:son|votre|leur) accord\b|\bAccord déjà donné\b/iu,
  /** A document of identity; the word is left for payments. */
  justificatif: /\bjustificatifs?\b/i,
  /** An advertisement; « annonce » is a parcel or a trip. */
  annonce: /\bannonces?\b[^.]*\bPublicité|\bpublicités?\b[^.]*\bannonces?\b/i,
  /** A parcel; « envoi » is what a button sends. */
  envoi: /\b(?:mes|vos|votre|son|ses|propres) envois?\b|\bl'envoi d'un colis\b|\bd'un envoi\b/i,
} as const;
type Word = keyof typeof otherMeanings;

/** Places where the word has the meaning that is left to it. */
const places: Partial<Record<Word, RegExp>> = {
  justificatif:
    /subscriptions?|receipts|payments|^shared\/admin\/words|^web\/features\/admin\/profiles\/profile-card|delete-account|accounts\/words|make-archives|retention-words|uploads\/handlers|privacy-page/,
};
/** A text that stays as it was given, a telephone's clock, and rules of law. */
const kept: Partial<Record<Word, RegExp>> = {
  envoi: /Veuillez sélectionner une date limite pour votre envoi/,
  régler: /l'heure de votre téléphone est réglée|Règle appliquée|règlement extrajudiciaire/,
};

const sources = globSync('{shared,functions,web,infra/local/seed}/**/*.{ts,tsx}').filter(
  (file) => !/\.(?:test|generated)\./.test(file),
);

/** The strings and markup of a source, without single words of code. */
function sentencesOf(file: string): string[] {
  const texts: string[] = [];
  const keep = (text: unknown) => typeof text === 'string' && / |^[A-ZÀÉ]/.test(text.trim()) && texts.push(text);
  new Visitor({
    Literal: (node) => keep(node.value),
    TemplateElement: (node) => keep(node.value.cooked),
    JSXText: (node) => keep(node.value),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
const texts = sources.flatMap((file) => sentencesOf(file).map((sentence) => ({ file, sentence })));

test.each(Object.keys(otherMeanings) as Word[])('« %s » has one meaning in all texts', (word) => {
  const found = texts
    .filter(({ file, sentence }) => otherMeanings[word].test(sentence) && !places[word]?.test(file))
    .filter(({ sentence }) => !kept[word]?.test(sentence))
    .map(({ file, sentence }) => `${file}: ${sentence}`);
  expect(found).toEqual([]);
});
