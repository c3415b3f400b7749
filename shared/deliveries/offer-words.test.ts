import { expect, test } from 'vitest';
import { changeParts, endMessage, eventTermsText, offerMessage } from './offer-words.ts';

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const price = { amount: 2500, currency: 'EUR' } as const;
const trip = { id: 't', travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
const terms = { price, grams: 3500, trip };
const change = { by: 'a', isChange: true } as const;
const about = { isOwner: false, terms: undefined, note: undefined };

test.each([
  ['of a traveller', { by: 'a', price, trip }, about, 'Proposition : 25 €, avec mon trajet en avion du 12 déc. 2026.'],
  [
    'of an owner',
    { by: 'a', price, trip },
    { ...about, isOwner: true },
    'Proposition : 25 €, avec le trajet en avion du 12 déc. 2026.',
  ],
  ['without a trip', { by: 'a', price }, about, 'Proposition : 25 €.'],
  ['with a note', { by: 'a', price }, { ...about, note: 'À bientôt' }, 'Proposition : 25 €.\nÀ bientôt'],
  [
    'of a change',
    { ...change, price: { amount: 3500, currency: 'EUR' } as const, grams: 5000 },
    { ...about, terms },
    'Changement : 35 € au lieu de 25 €, 5 kg au lieu de 3,5 kg.',
  ],
] as const)('the message of an offer %s', (_what, offer, facts, text) => {
  expect(spaced(offerMessage(offer, facts))).toBe(text);
});

test('a change names only what it changes, and what was there before', () => {
  const other = { ...trip, id: 'u', travelDate: '2026-12-13' };
  expect(changeParts({ ...change, trip: other }, terms).map(spaced)).toEqual([
    'trajet en avion du 13 déc. 2026 au lieu du trajet en avion du 12 déc. 2026',
  ]);
  expect(changeParts({ ...change, price, trip }, { grams: 3500 }).map(spaced)).toEqual([
    '25 €',
    'trajet en avion du 12 déc. 2026',
  ]);
});

test('a change to another trip of the same day names where both go, also in the history', () => {
  const other = { ...trip, id: 'u', from: 'Alger', to: 'Oran' } as const;
  const text =
    "trajet en avion du 12 déc. 2026 d'Alger à Oran au lieu du trajet en avion du 12 déc. 2026 de Paris à Alger";
  expect(changeParts({ ...change, trip: other }, terms).map(spaced)).toEqual([text]);
  expect(spaced(eventTermsText({ terms: { ...terms, trip: other }, was: terms }))).toBe(text);
  const twin = { ...trip, id: 'u' } as const;
  expect(spaced(eventTermsText({ terms: { ...terms, trip: twin }, was: terms }))).toBe(
    'trajet en avion du 12 déc. 2026',
  );
});

test.each([
  [false, {}, undefined, "Je n'accepte pas cette proposition de 25 €."],
  [false, {}, 'Trop cher', "Je n'accepte pas cette proposition de 25 €.\nMotif : Trop cher"],
  [true, {}, undefined, 'Je retire ma proposition de 25 €.'],
  [false, { isChange: true }, undefined, "Je n'accepte pas ce changement."],
  [true, { isChange: true }, 'Erreur', 'Je retire ce changement.\nMotif : Erreur'],
] as const)('the message of its end, by its author: %s', (isAuthor, more, reason, text) => {
  expect(spaced(endMessage({ price, ...more }, isAuthor, reason))).toBe(text);
});
