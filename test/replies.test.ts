import { expect, test } from 'vitest';
import { endMessage, offerMessage } from '#shared/deliveries/offer-words.ts';
import { looseSentences } from './support/readable.ts';

test('a reply with a sentence of ours that may break before its sign is noticed; what members typed is theirs', () => {
  const reason = "Un transporteur s'est engagé : retirez-le d'abord pour modifier l'annonce.";
  const reply = (text: string) => ({ title: 'Livres : « neufs » !', situation: { acts: [{ reason: text }] } });
  expect(looseSentences(reply(reason))).toEqual([reason]);
  expect(looseSentences(reply(reason.replace(' :', '\u00a0:')))).toEqual([]);
});

test('the message of an offer and of its end keeps its signs at their words', () => {
  const offer = { price: { amount: 2500, currency: 'EUR' } } as const;
  const facts = { isOwner: false, terms: undefined, note: 'Vraiment' };
  const change = { ...offer, isChange: true } as const;
  const messages = [offerMessage(offer, facts), offerMessage(change, facts), endMessage(offer, false, 'Trop cher')];
  expect(messages.filter((text) => / [:;?!»€]|« /.test(text))).toEqual([]);
});
