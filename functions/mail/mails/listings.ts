import { links } from '../links.ts';
import { aboutAccount, always, type DecisionFacts, type MemberFacts, toProfile } from '../mail.ts';

const comesBack =
  "Corrigez l'annonce, puis renvoyez-la : elle revient dans la recherche dès que notre équipe l'a validée.";

type AboutParcel = MemberFacts<'title' | 'parcelId'>;
type AboutTrip = MemberFacts<'route' | 'tripId'>;
/** `wasListed`: an approved listing went back to its owner (rule 180). A refusal by the night has no decision. */
type Refused = { reason: string; wasListed?: string } & Partial<DecisionFacts>;

export const listingMails = {
  /** `isPaused` is `yes` where the owner has paused the listing. */
  parcelApproved: aboutAccount(({ title, isPaused }: AboutParcel & { isPaused?: string }, to) => ({
    subject: `Votre colis « ${title} » est ${isPaused ? 'validé' : 'en ligne'}`,
    paragraphs: [
      isPaused
        ? `Votre annonce « ${title} » a été validée. Elle est en pause : reprenez-la pour que les transporteurs la voient.`
        : `Votre annonce « ${title} » a été validée. Elle est maintenant visible par les transporteurs.`,
    ],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  parcelRejected: aboutAccount(({ title, reason, wasListed }: AboutParcel & Refused, to) => ({
    subject: `Votre colis « ${title} » ${wasListed ? "n'est plus en ligne" : "n'a pas été validé"}`,
    paragraphs: wasListed
      ? [`Notre équipe a retiré votre annonce « ${title} » de la recherche.`, `Motif : ${reason}`, comesBack]
      : [`Votre annonce « ${title} » n'a pas été acceptée.`, `Motif : ${reason}`],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  tripApproved: aboutAccount(({ route }: AboutTrip, to) => ({
    subject: `Votre trajet ${route} est en ligne`,
    paragraphs: [`Votre trajet ${route} a été validé. Il est maintenant visible par les expéditeurs.`],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  })),
  tripRejected: aboutAccount(({ route, reason, wasListed }: AboutTrip & Refused, to) => ({
    subject: `Votre trajet ${route} ${wasListed ? "n'est plus en ligne" : "n'a pas été validé"}`,
    paragraphs: wasListed
      ? [`Notre équipe a retiré votre trajet ${route} de la recherche.`, `Motif : ${reason}`, comesBack]
      : [`Votre trajet ${route} n'a pas été accepté.`, `Motif : ${reason}`],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  })),
  /** Only this mail contains the reason. */
  parcelDeleted: always(({ title, reason }: MemberFacts<'title' | 'reason'> & DecisionFacts, to) => ({
    subject: `Votre colis « ${title} » a été supprimé`,
    paragraphs: [`Un administrateur a supprimé votre annonce « ${title} ».`, `Motif : ${reason}`],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  tripDeleted: always(({ route, reason }: MemberFacts<'route' | 'reason'> & DecisionFacts, to) => ({
    subject: `Votre trajet ${route} a été supprimé`,
    paragraphs: [
      `Un administrateur a supprimé votre trajet ${route}.`,
      `Motif : ${reason}`,
      'Vos accords sur ce trajet prennent fin, sauf pour les colis que vous avez déjà récupérés. Leurs expéditeurs sont prévenus.',
    ],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  })),
  reviewDeleted: toProfile(
    ({ otherName, reason }: MemberFacts<'otherName' | 'otherId' | 'reason'> & DecisionFacts) => ({
      subject: `Votre avis sur ${otherName} a été supprimé`,
      paragraphs: [`Un administrateur a supprimé votre avis sur ${otherName}.`, `Motif : ${reason}`],
    }),
  ),
};
