import type { Terms } from '../parcels/terms.ts';
import { weightText } from '../parcels/words.ts';
import { moneyText } from '../values/money.ts';
import type { Offer } from './offer.ts';
import { namedTripText } from './words.ts';

/** The facts of an offer; the terms are those that a change replaces. */
type Offered = Pick<Offer, 'price' | 'grams' | 'trip' | 'isChange'>;

/** A fact that a change changes: as it becomes, and as the terms have it. */
interface Change {
  readonly now: string;
  readonly before: string | undefined;
}

/** The facts of a change, in the order of the terms. */
export const changesOf = ({ price, grams, trip }: Offered, terms: Terms | undefined): Change[] => [
  ...(price ? [{ now: moneyText(price), before: terms?.price && moneyText(terms.price) }] : []),
  ...(grams === undefined ? [] : [{ now: weightText(grams), before: terms && weightText(terms.grams) }]),
  ...(trip ? [{ now: namedTripText(trip), before: terms?.trip && namedTripText(terms.trip) }] : []),
];

/** « 35 € au lieu de 25 €, 5 kg au lieu de 3,5 kg, trajet en avion du 13 déc. 2026 »: what a change changes. */
export const changeParts = (offer: Offered, terms: Terms | undefined): string[] =>
  changesOf(offer, terms).map(({ now, before }) => (before ? `${now} ${insteadOf(before)} ${before}` : now));

/** « au lieu de » before a price or a weight, « au lieu du » before a trip. */
export const insteadOf = (before: string): string => `au lieu ${before.startsWith('trajet') ? 'du' : 'de'}`;

/** The message of an offer: « Offre : 25 €, avec mon trajet en avion du 12 déc. 2026. », with the note below. */
export function offerMessage(
  offer: Offered,
  { isOwner, terms, note }: { isOwner: boolean; terms: Terms | undefined; note: string | undefined },
): string {
  const { price, trip } = offer;
  const first = offer.isChange
    ? `Changement : ${changeParts(offer, terms).join(', ')}.`
    : `Offre : ${[price ? moneyText(price) : '', trip ? `avec ${isOwner ? 'votre' : 'mon'} ${namedTripText(trip)}` : '']
        .filter((part) => part !== '')
        .join(', ')}.`;
  return note ? `${first}\n${note}` : first;
}

/** The message that ends it: « Je n'accepte pas cette offre de 25 €. » or « Je retire mon offre de 25 €. ». */
export function endMessage({ price, isChange }: Offered, isAuthor: boolean, reason: string | undefined): string {
  const amount = price ? ` de ${moneyText(price)}` : '';
  const first = isAuthor
    ? isChange
      ? 'Je retire ce changement.'
      : `Je retire mon offre${amount}.`
    : isChange
      ? "Je n'accepte pas ce changement."
      : `Je n'accepte pas cette offre${amount}.`;
  return reason ? `${first}\nMotif : ${reason}` : first;
}
