import { tripRemark } from '../deliveries/words.ts';
import type { OpenOffers } from './contract.ts';
import type { Sentence } from './sentence.ts';

export const tripWhy = {
  full: "n'a plus assez de place pour ce colis",
  unlisted: 'attend une nouvelle validation',
  cancelled: 'est annulé',
} as const;

/** The owner's offers that cannot be taken, and the way out: the same as in each conversation. */
export function stuckSentence({ received, sent, stuck = [] }: OpenOffers): Sentence {
  const [first] = stuck;
  if (!first) return [];
  const isBeside = received + sent > 0;
  if (first.why === 'away' || stuck.some(({ why }) => why === 'away')) {
    const own = isBeside ? 'Une autre proposition' : first.isSent ? 'Votre proposition' : 'Une proposition reçue';
    const which = stuck.length > 1 ? `${stuck.length}${isBeside ? ' autres' : ''} propositions` : own;
    const cannot = stuck.length > 1 ? 'ne peuvent pas être acceptées' : 'ne peut pas être acceptée';
    return [`${isBeside ? ' ' : ''}${which} ${cannot} pour l'instant : « Demandes » montre pourquoi.`];
  }
  if (stuck.length > 1)
    return [
      `${isBeside ? ' ' : ''}${stuck.length} ${isBeside ? 'autres ' : ''}propositions ne peuvent pas être acceptées avec leurs trajets : proposez un prix sans trajet, ou écrivez à ces voyageurs.`,
    ];
  const own = isBeside ? "d'une autre proposition" : first.isSent ? 'de votre proposition' : 'de la proposition reçue';
  const late = first.isLate && first.why !== 'cancelled' ? ` (${tripRemark(first)})` : '';
  return [
    `${isBeside ? ' ' : ''}Le trajet ${own}${late} ${tripWhy[first.why]} : proposez un prix sans ce trajet, ou écrivez à ce voyageur.`,
  ];
}
