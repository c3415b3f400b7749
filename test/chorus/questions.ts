import { answerBy, answerHours } from '#shared/deliveries/agreement.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isListed } from '#shared/parcels/rules.ts';
import { weightText } from '#shared/parcels/words.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { type AskedAct, askedActs, questionOf } from '#shared/situation/questions.ts';
import { plainText } from '#shared/situation/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { hourMs, shortDay } from '#shared/values/time.ts';
import type { Pressed } from './acts.ts';
import { type Effect, nameOf } from './life.ts';
import { plain, termsIn } from './readings.ts';

const asked: ReadonlySet<string> = new Set(askedActs);

interface Done {
  readonly otherId: string;
  readonly before: ParcelRecord;
  readonly effect: Effect;
}

const saysOf = ({ terms }: ParcelRecord) => ({
  price: plain(terms?.price ? moneyText(terms.price) : ''),
  weight: plain(terms ? weightText(terms.grams) : ''),
  day: plain(terms?.trip ? shortDay(terms.trip.travelDate) : 'none'),
});

/** The terms that a text names are in force. A text without a trip makes no claim about one. */
const areInForce = (text: string, { effect: { parcel } }: Done): boolean =>
  termsIn(text)
    .filter(({ topic, says }) => topic !== 'day' || says !== 'none')
    .every(({ topic, says }) => saysOf(parcel)[topic as 'price'] === says);

/** « 32 € au lieu de 49 €, 2 kg au lieu de 1,5 kg » */
function hasBecome(facts: string, { effect: { parcel } }: Done): boolean {
  const { price, weight, day } = saysOf(parcel);
  const now = facts.split(', ').map((fact) => fact.split(' au lieu d')[0] ?? '');
  return now.every((fact) => fact === price || fact === weight || fact.includes(day));
}

const keepsTerms = ({ before, effect }: Done) =>
  JSON.stringify(saysOf(before)) === JSON.stringify(saysOf(effect.parcel));

/** The promises of questions, each with its proof. */
const sayings: readonly (readonly [says: RegExp, isTrue: (done: Done, match: string) => boolean])[] = [
  [
    /48 heures pour accepter/,
    ({ effect: { parcel, now } }) => Math.abs((answerBy(parcel) ?? 0) - now - answerHours * hourMs) < hourMs,
  ],
  [
    /n'est plus proposé aux autres|personne d'autre ne peut proposer/,
    ({ effect }) => !isListed(effect.parcel, effect.now),
  ],
  [/sera de nouveau proposé aux autres voyageurs/, ({ effect }) => isListed(effect.parcel, effect.now)],
  [/C'est alors d'accord/, ({ effect }) => effect.parcel.status === 'pickup'],
  [/ : (.*)\. C'est alors d'accord/, (done, terms) => areInForce(terms, done)],
  [/Il devient : (.*)\.$/, (done, facts) => hasBecome(facts, done)],
  [/au prix annoncé de (.*? (?:€|DA))/, ({ effect }, price) => saysOf(effect.parcel).price === price],
  [/aucun prix n'est fixé/, ({ effect }) => saysOf(effect.parcel).price === ''],
  [/est alors remplacée|ne pourra plus accepter|Vous n'acceptez pas/, ({ effect }) => effect.offer === undefined],
  [/reste comme il est|reste valable/, keepsTerms],
  [/ne pourra plus être livré/, ({ effect }) => effect.parcel.status === 'cancelled'],
  [/ne sera pas livré au destinataire/, ({ effect }) => effect.parcel.status === 'returned'],
  [/Le retour est alors terminé/, ({ effect }) => effect.parcel.returnConfirmedAt !== undefined],
  [/est alors en transit/, ({ effect }) => effect.parcel.status === 'in_transit'],
  [/Vous allez livrer/, ({ effect }) => effect.parcel.status === 'delivery'],
  [/La livraison de .* est alors terminée/, ({ effect }) => effect.parcel.status === 'delivered'],
  [/prend alors fin, et nous le/, ({ before, effect }) => effect.told.includes(before.carrierId ?? '')],
  [/nous prévenons/i, ({ effect, otherId }) => effect.told.includes(otherId)],
];

/** Sentences of the question before an act that its effect on a copy does not fulfil. */
export function untrue(act: Pressed, situation: Situation, done: Done): string[] {
  if (!asked.has(act)) return [];
  const { before, otherId } = done;
  const other = { firstName: nameOf(otherId) };
  const { paragraphs } = questionOf(act as AskedAct, { situation, title: before.title, other });
  const text = plain(paragraphs.map(plainText).join(' '))
    .replaceAll(' · ', ', ')
    .replaceAll(/(son|votre) trajet/g, 'trajet');
  return sayings.flatMap(([says, isTrue]) => {
    const [all, match = ''] = says.exec(text) ?? [];
    return all === undefined || isTrue(done, match) ? [] : [`« ${all} » does not come true (${text})`];
  });
}
