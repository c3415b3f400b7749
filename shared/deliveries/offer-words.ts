import type { Terms } from '../parcels/terms.ts';
import { weightText } from '../parcels/words.ts';
import { moneyText } from '../values/money.ts';
import type { TrackingEvent } from './contract.ts';
import type { Offer, OfferEnd } from './offer.ts';
import { namedTripText, termsWords, tripChange } from './words.ts';

/** The facts of an offer; the terms are those that a change replaces. */
type Offered = Pick<Offer, 'price' | 'grams' | 'trip' | 'isChange'>;

interface Change {
  readonly now: string;
  readonly before?: string | undefined;
}

/** The facts of a change, in the order of the terms. */
const changesOf = ({ price, grams, trip }: Offered, terms: Terms | undefined): Change[] => [
  ...(price ? [{ now: moneyText(price), before: terms?.price && moneyText(terms.price) }] : []),
  ...(grams === undefined ? [] : [{ now: weightText(grams), before: terms && weightText(terms.grams) }]),
  ...(trip ? [tripChange(trip, terms?.trip)] : []),
];

/** « 35 € au lieu de 25 €, 5 kg au lieu de 3,5 kg, trajet en avion du 13 déc. 2026 »: what a change changes. */
export const changeParts = (offer: Offered, terms: Terms | undefined): string[] =>
  changesOf(offer, terms).map(({ now, before }) => (before ? `${now} ${insteadOf(before)} ${before}` : now));

const offerEndLabels: Readonly<Record<OfferEnd, string>> = {
  taken: 'Acceptée',
  answered: 'Remplacée par une autre proposition',
  withdrawn: 'Retirée',
  declined: 'Refusée',
  expired: 'Expirée',
  overtaken: 'Un autre accord a été conclu',
  closed: 'Plus disponible',
};
const changeEndLabels: Readonly<Record<OfferEnd, string>> = {
  ...offerEndLabels,
  taken: 'Accepté',
  answered: 'Remplacé par un autre changement',
  withdrawn: 'Retiré',
  declined: 'Refusé',
  expired: 'Expiré',
};

/** How an offer, or a change of an agreement, ended. */
export const offerEndLabel = (end: OfferEnd, offer: Pick<Offer, 'isChange'> | undefined): string =>
  (offer?.isChange ? changeEndLabels : offerEndLabels)[end];

/** « au lieu de » before a price or a weight, « au lieu du » before a trip. */
export const insteadOf = (before: string): string => `au lieu ${before.startsWith('trajet') ? 'du' : 'de'}`;

/** « 25 €, trajet en avion du 12 déc. 2026 », or what a change changes. */
export const offeredText = (offer: Offered, terms: Terms | undefined): string =>
  offer.isChange
    ? changeParts(offer, terms).join(', ')
    : [...(offer.price ? [moneyText(offer.price)] : []), ...(offer.trip ? [namedTripText(offer.trip)] : [])].join(', ');

/** These messages are stored among members' own, which no exit changes, so they have their no-break spaces here. */
const beforeSign = '\u00a0';

/** The message of an offer: « Proposition : 25 €, avec mon trajet en avion du 12 déc. 2026. », with the note below. */
export function offerMessage(
  offer: Offered,
  { isOwner, terms, note }: { isOwner: boolean; terms: Terms | undefined; note: string | undefined },
): string {
  const { price, trip } = offer;
  const first = offer.isChange
    ? `Changement${beforeSign}: ${changeParts(offer, terms).join(', ')}.`
    : `Proposition${beforeSign}: ${[
        price ? moneyText(price) : '',
        trip ? `avec ${isOwner ? 'le' : 'mon'} ${namedTripText(trip)}` : '',
      ]
        .filter((part) => part !== '')
        .join(', ')}.`;
  return note ? `${first}\n${note}` : first;
}

/** The message that ends it: « Je n'accepte pas cette proposition de 25 €. », « Je retire ce changement. ». */
export function endMessage({ price, isChange }: Offered, isAuthor: boolean, reason: string | undefined): string {
  const amount = price ? ` de ${moneyText(price)}` : '';
  const first = isAuthor
    ? isChange
      ? 'Je retire ce changement.'
      : `Je retire ma proposition${amount}.`
    : isChange
      ? "Je n'accepte pas ce changement."
      : `Je n'accepte pas cette proposition${amount}.`;
  return reason ? `${first}\nMotif${beforeSign}: ${reason}` : first;
}

/** The change of the terms by an event, or the terms that it set: « 28 € au lieu de 25 € », « 25 €, 3,5 kg ». */
export function eventTermsText({ terms, was }: Pick<TrackingEvent, 'terms' | 'was'>): string {
  if (!terms) return '';
  return was ? changeParts(differences(terms, was), was).join(', ') : termsWords(terms);
}

const tripFacts = ['id', 'travelDate', 'transport', 'from', 'to'] as const;

const differences = ({ price, grams, trip }: Terms, was: Terms): Offered => ({
  isChange: true,
  ...(price && (price.amount !== was.price?.amount || price.currency !== was.price.currency) ? { price } : {}),
  ...(grams === was.grams ? {} : { grams }),
  ...(trip && tripFacts.some((fact) => trip[fact] !== was.trip?.[fact]) ? { trip } : {}),
});
