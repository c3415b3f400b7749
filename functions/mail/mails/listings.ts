import { refusalLabel } from '#shared/reports/words.ts';
import { links } from '../links.ts';
import { aboutAccount, always, type DecisionFacts, type MemberFacts, toProfile } from '../mail.ts';

const comesBack =
  "Corrigez l'annonce, puis renvoyez-la : elle entre dans la recherche dès que notre équipe l'a validée.";
const correct = (url: string) => ({ label: 'Corriger mon annonce', url });

type AboutParcel = MemberFacts<'title' | 'parcelId'>;
type AboutTrip = MemberFacts<'route' | 'tripId'>;
/** `wasListed`: an approved listing went back to its owner (rule 180). A refusal by the night has no decision. */
type Refused = { reason: string; wasListed?: string } & Partial<DecisionFacts>;

export const listingMails = {
  /** `isPaused` is `yes` where the owner has paused the listing. */
  parcelApproved: aboutAccount(({ title, isPaused }: AboutParcel & { isPaused?: string }, to) => ({
    subject: `${isPaused ? 'Validé, mais en pause' : 'En ligne'} : « ${title} »`,
    paragraphs: [
      isPaused
        ? "Reprenez votre annonce quand vous voulez : c'est alors que les voyageurs la voient."
        : 'Les voyageurs voient maintenant votre colis dans la recherche. Écrivez-leur, ou attendez leurs propositions.',
    ],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  parcelRejected: aboutAccount(({ title, parcelId, reason, wasListed }: AboutParcel & Refused, to) => ({
    subject: `${refusalLabel(Boolean(wasListed))} : « ${title} »`,
    paragraphs: [`Motif : ${reason}`, comesBack],
    action: correct(links.editParcel(to, parcelId)),
  })),
  tripApproved: aboutAccount(({ route }: AboutTrip, to) => ({
    subject: `En ligne : votre trajet ${route}`,
    paragraphs: [
      "Les expéditeurs le voient maintenant dans la recherche. Proposez-leur de livrer, ou attendez qu'ils écrivent.",
    ],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  })),
  tripRejected: aboutAccount(({ route, tripId, reason, wasListed }: AboutTrip & Refused, to) => ({
    subject: `${refusalLabel(Boolean(wasListed))} : votre trajet ${route}`,
    paragraphs: [`Motif : ${reason}`, comesBack],
    action: correct(links.editTrip(to, tripId)),
  })),
  /** Only this mail contains the reason. */
  parcelDeleted: always(({ title, reason }: MemberFacts<'title' | 'reason'> & DecisionFacts, to) => ({
    subject: `Supprimé : « ${title} »`,
    paragraphs: [`Motif : ${reason}`],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  tripDeleted: always(({ route, reason }: MemberFacts<'route' | 'reason'> & DecisionFacts, to) => ({
    subject: `Supprimé : votre trajet ${route}`,
    paragraphs: [
      `Motif : ${reason}`,
      'Vos accords sur ce trajet prennent fin, sauf pour les colis que vous avez déjà récupérés. Leurs expéditeurs sont prévenus.',
    ],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  })),
  reviewDeleted: toProfile(
    ({ otherName, reason }: MemberFacts<'otherName' | 'otherId' | 'reason'> & DecisionFacts) => ({
      subject: `Supprimé : votre avis sur ${otherName}`,
      paragraphs: [`Motif : ${reason}`],
    }),
  ),
};
