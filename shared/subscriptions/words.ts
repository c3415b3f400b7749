import { longDay } from '../values/time.ts';
import type { ComingChange } from './rules.ts';
import type { SubscriptionInfo } from './yearly.ts';

const acts =
  'publier ou modifier une annonce, accepter un colis, choisir un transporteur et commencer une conversation';

/** True from that day on, also for a member whose payment is being checked. */
export const needsSubscription = `${acts[0]?.toUpperCase()}${acts.slice(1)} demandent un abonnement en cours.`;

/** True while the service is free, and until the announced day. */
export const notNeededToday = "Vous n'en avez pas besoin aujourd'hui.";

export function subscriptionState({ isFree, from }: Pick<SubscriptionInfo, 'isFree' | 'from'>): string {
  if (!isFree) return `L'abonnement est nécessaire${from ? ` depuis le ${longDay(from)}` : ''}.`;
  return from
    ? `Le service est gratuit. L'abonnement sera nécessaire à partir du ${longDay(from)}.`
    : "Le service est gratuit : aucun jour n'est fixé pour l'abonnement.";
}

const inDays = (left: number) => (left === 1 ? 'demain' : `dans ${left} jours`);

export function startSentence(day: string, left: number): string {
  if (left > 0) return `À partir du ${day}, ${inDays(left)}, ${acts} demanderont un abonnement en cours.`;
  const since = left === 0 ? `Depuis aujourd'hui, ${day}` : `Depuis le ${day}`;
  return `${since}, ${acts} demandent un abonnement en cours.`;
}

/** When a subscription ends, on a day in words, or that it has ended; `left` is in days, negative afterwards. */
export function endSentence(day: string, left: number): string {
  if (left < 0) return `Votre abonnement a expiré le ${day}.`;
  return left === 0
    ? `Votre abonnement se termine aujourd'hui, ${day}.`
    : `Votre abonnement se termine le ${day}, ${inDays(left)}.`;
}

export const comingSentence = ({ kind, day, left }: ComingChange): string =>
  kind === 'start' ? startSentence(longDay(day), left) : endSentence(longDay(day), left);
