import type { OpenOffers } from './contract.ts';
import type { Sentence } from './sentence.ts';

export const tripWhy = {
  full: "n'a plus assez de place pour ce colis",
  unlisted: 'attend une nouvelle validation',
  cancelled: 'est annulé',
} as const;

/** The owner's offers that cannot be taken with their trips, and the way out: the same as in each conversation. */
export function stuckSentence({ received, sent, stuck = [] }: OpenOffers): Sentence {
  const [first] = stuck;
  if (!first) return [];
  const isBeside = received + sent > 0;
  if (stuck.length > 1)
    return [
      `${isBeside ? ' ' : ''}${stuck.length} ${isBeside ? 'autres ' : ''}propositions ne peuvent pas être acceptées avec leurs trajets : proposez un prix sans trajet, ou écrivez à ces voyageurs.`,
    ];
  const own = isBeside ? "d'une autre proposition" : first.isSent ? 'de votre proposition' : 'de la proposition reçue';
  return [
    `${isBeside ? ' ' : ''}Le trajet ${own} ${tripWhy[first.why]} : proposez un prix sans ce trajet, ou écrivez à ce voyageur.`,
  ];
}
