import { ofMember } from '#shared/values/french.ts';
import { algiersMoment } from '#shared/values/time.ts';

export const answerBy = (until: string) => `Vous avez jusqu'au ${algiersMoment(until)} pour répondre.`;

export const onceListed = 'Ce trajet attend une nouvelle validation : la proposition ne peut pas être acceptée avant.';

export function afterMove(answers: string, otherName: string): string {
  if (answers === 'owner') return 'Vous pouvez en tenir compte avant de répondre.';
  if (answers === 'traveller')
    return `Si ce trajet ne vous convient pas, vous pouvez retirer votre proposition tant que ${otherName} n'a pas répondu.`;
  if (answers === 'carrier')
    return `${otherName} a déjà votre colis. Si ce trajet ne vous convient pas, parlez-en ensemble, ou demandez son retour sur la page de la livraison.`;
  return "L'accord reste valable ; si ce trajet ne vous convient pas, vous pouvez y mettre fin tant que le colis n'est pas récupéré.";
}

/** `tripEnd` is `cancelled`, by its traveller, or `deleted`, by an administrator. */
export const tripEnded = (trip: string, tripEnd?: string): string =>
  tripEnd === 'deleted' ? `Notre équipe a supprimé le ${trip}` : `Le ${trip} est annulé`;

/** `offered` is `offer` or `change` while that waits for an answer; without it the carrier has the parcel. */
export function cancelledWith(otherName: string, offered?: string): { now: string; next: string } {
  if (offered === 'change')
    return {
      now: 'Le changement proposé ne peut plus être accepté.',
      next: 'Votre accord reste comme il est.',
    };
  if (offered)
    return {
      now: 'La proposition pour votre colis ne peut plus être acceptée avec ce trajet.',
      next: `Vous pouvez proposer un prix sans ce trajet, ou écrire à ${otherName}.`,
    };
  return {
    now: 'Votre colis est toujours entre ses mains.',
    next: `L'accord reste valable. Demandez à ${otherName} comment le colis arrivera ; vous pouvez aussi demander son retour sur la page de la livraison.`,
  };
}

/** `offered` is `offer` or `change`, or empty for half an agreement; `isTraveller` is `yes` or empty. */
export type FullTrip = Readonly<Record<'trip' | 'offered' | 'isTraveller', string>>;

/** Why it is stuck, and the way out. */
export function fullTrip(full: FullTrip & { otherName: string; title: string }) {
  const { otherName, title, offered } = full;
  const now = `${namedTrip(full)} n'a plus assez de place pour ${offered === 'change' ? 'le changement que vous avez proposé' : 'ce colis'}.`;
  const half = `La proposition ne peut plus être acceptée : mettez-y fin, ou écrivez à ${otherName}.`;
  const ways: Readonly<Record<string, string>> = {
    change: 'Modifiez ou retirez votre changement : votre accord reste comme il est.',
    offer: 'Changez votre proposition, ou retirez-la.',
  };
  return { subject: `Plus assez de place : « ${title} »`, paragraphs: [now, ways[offered] ?? half], detail: now };
}

const namedTrip = ({ otherName, trip, isTraveller }: FullTrip & { otherName: string }) =>
  isTraveller ? `Votre ${trip}` : `Le ${trip} ${ofMember(otherName)}`;

/** The trip is validated, or has room, again. */
export function freeTrip(free: FullTrip & { otherName: string; title: string; until: string }) {
  const { title, offered, otherName, until } = free;
  const detail =
    offered === 'change'
      ? 'Le changement proposé peut de nouveau être accepté.'
      : 'La proposition peut de nouveau être acceptée.';
  const paragraphs = [
    `${namedTrip(free)} est de nouveau possible. ${detail}`,
    `${otherName} attend votre réponse. ${answerBy(until)}`,
  ];
  return { subject: `De nouveau possible : « ${title} »`, paragraphs, detail };
}

export function withdrawal(title: string, isHalf: string, tripEnd?: string): string {
  if (tripEnd) return `Trajet annulé : ${isHalf ? 'fin de la proposition' : 'plus de transporteur'} pour « ${title} »`;
  return isHalf ? `Proposition retirée : « ${title} »` : `Plus de transporteur pour « ${title} »`;
}
