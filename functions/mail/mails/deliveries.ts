import { OfferEnd } from '#shared/deliveries/offer.ts';
import { offerEndLabel } from '#shared/deliveries/offer-words.ts';
import { deniedOf, unconfirmed } from '#shared/situation/problem-words.ts';
import { brand } from '#shared/values/brand.ts';
import { ofMember, stopAfter } from '#shared/values/french.ts';
import { algiersMoment, shortDay } from '#shared/values/time.ts';
import { type Envelope, links } from '../links.ts';
import { aboutDelivery, aboutMessages, type MemberFacts, toDelivery } from '../mail.ts';
import {
  afterMove,
  answerBy,
  cancelledWith,
  type FullTrip,
  freeTrip,
  fullTrip,
  onceListed,
  tripEnded,
  withdrawal,
} from './moved-trips.ts';
import { answered, isInDoubt, ofProblem, reportIt } from './open-problems.ts';

/** Facts of a mail about a delivery. The erasing of the other member finds their notices by `otherId`. */
export type AboutDelivery = MemberFacts<'otherName' | 'otherId' | 'title' | 'parcelId'>;

/** `hasProblem` and `endsProblem` are `yes` or empty, `openKind` a `ProblemKind` or empty. */
type MayHaveProblem = AboutDelivery & Partial<Readonly<Record<'hasProblem' | 'endsProblem' | 'openKind', string>>>;
/** `isRated` is `yes` for a reader who has rated the other one before. */
type AboutDelivered = MayHaveProblem & { readonly isRated?: string };

type AboutReturn = MayHaveProblem & Record<'reason' | 'isCarrier', string>;

type AboutAgreement = AboutDelivery & { readonly terms: string };

/** `isChange` is `yes` for a change of an agreement, `until` an ISO moment, `offer` the offered facts in words. */
type AboutOffer = AboutDelivery & { readonly offer: string; readonly until: string; readonly isChange: string };

/** `answers`: `owner` or `traveller` while that one's yes is missing, `carrier` once they have the parcel. */
type AboutTravel = AboutDelivery & Record<'travel' | 'was' | 'answers', string> & { readonly isUnlisted?: string };
type AboutCancelled = AboutDelivery & Readonly<{ reason: string; trip?: string; tripEnd?: string; offered?: string }>;

/**
 * `why` is an `OfferEnd`, `left` or `gone`; `isChange` is `yes` for a change of an agreement, and notices of earlier
 * releases have none. `isStuck` is `yes` where its trip could not be taken. An erased owner's parcel has no title, but
 * its route and its last day.
 */
type AboutEnd = AboutLost & Record<'why' | 'isAuthor' | 'isTraveller', string> & Partial<Record<EndFact, string>>;
type EndFact = 'route' | 'day' | 'isChange' | 'isStuck';
/** `search` is the path of a search for its route (`findPath`); notices of earlier releases have none. */
type AboutLost = AboutDelivery & { search?: string };

export const track = (to: Envelope, parcelId: string) => ({
  label: 'Suivre la livraison',
  url: links.delivery(to, parcelId),
});
const seeProposal = (to: Envelope, otherId: string, parcelId: string, isChange = '') => ({
  label: isChange ? 'Voir ce changement' : 'Voir sa proposition',
  url: links.conversation(to, otherId, parcelId),
});
const findParcel = (to: Envelope, search?: string) => ({
  label: search ? 'Trouver un colis sur ce trajet' : 'Trouver un colis',
  url: links.find(to, search),
});

const isProposal = (answers: string) => answers === 'owner' || answers === 'traveller';
export const motive = (reason: string) => (reason ? [`Motif : ${reason}`] : []);

function offerEnd({ why, otherName, isAuthor, isChange, isStuck }: Omit<AboutEnd, 'isTraveller'>): string {
  switch (why) {
    case 'expired':
      if (isStuck) return isChange ? 'Le changement proposé a expiré.' : 'La proposition a expiré.';
      return isAuthor ? `${otherName} n'a pas répondu à temps.` : "Vous n'avez pas répondu à temps.";
    case 'declined':
      return `${otherName} ne l'a pas accepté${isChange ? '' : 'e'}.`;
    case 'overtaken':
      return 'Le colis est confié à un autre voyageur.';
    case 'left':
      return "Ce membre n'est plus inscrit.";
    case 'gone':
      return "L'annonce n'est plus disponible.";
    default:
      // The pickup alone ends a change without an answer and without a message.
      return isChange ? 'Le colis a été récupéré entre-temps.' : "L'annonce a changé.";
  }
}

/** The word of the conversation; whatever else ended it, it is not available any more. */
function offerVerdict({ why, isAuthor, isChange }: Pick<AboutEnd, 'why' | 'isAuthor' | 'isChange'>): string {
  const verdict = offerEndLabel(OfferEnd.safeParse(why).data ?? 'closed', isChange ? { isChange: true } : undefined);
  if (isChange) return `${verdict} : ${isAuthor ? 'votre' : 'le'} changement de l'accord`;
  return `${verdict} : ${isAuthor ? 'votre' : 'la'} proposition`;
}
const parcelNamed = ({ title, route = '', day = '' }: Pick<AboutEnd, 'title' | 'route' | 'day'>) =>
  title ? `« ${title} »` : `un colis ${route} avant le ${shortDay(day)}`;

export const deliveryMails = {
  deliveryAccepted: aboutDelivery(
    ({ otherName, title, parcelId, otherId, terms, until }: AboutAgreement & { until: string }, to) => ({
      subject: `Un voyageur se propose : ${otherName}, ${terms}`,
      paragraphs: [`Il s'agit de votre colis « ${title} »${stopAfter(title)} ${answerBy(until)}`],
      detail: `« ${title} » : ${terms}`,
      action: seeProposal(to, otherId, parcelId),
    }),
  ),
  carrierChosen: aboutDelivery(
    ({ otherName, title, parcelId, otherId, terms, until }: AboutAgreement & { until: string }, to) => ({
      subject: `On vous propose un colis : ${otherName}, ${terms}`,
      paragraphs: [`Il s'agit de transporter « ${title} »${stopAfter(title)} ${answerBy(until)}`],
      detail: `« ${title} » : ${terms}`,
      action: seeProposal(to, otherId, parcelId),
    }),
  ),
  offerMade: aboutDelivery(({ otherName, title, parcelId, otherId, offer, until, isChange }: AboutOffer, to) => ({
    subject: `${isChange ? 'Changement demandé par' : 'Prix proposé par'} ${otherName} : ${offer}`,
    paragraphs: [`Il s'agit du colis « ${title} »${stopAfter(title)} ${answerBy(until)}`],
    detail: `« ${title} » : ${offer}`,
    action: seeProposal(to, otherId, parcelId, isChange),
  })),
  offerWithdrawn: aboutDelivery(
    ({ otherName, title, parcelId, otherId, isChange }: AboutDelivery & { isChange: string }, to) => ({
      subject: isChange ? `Changement retiré : « ${title} »` : `Proposition retirée : « ${title} »`,
      paragraphs: [
        isChange
          ? `${otherName} ne le demande plus : votre accord reste comme il est.`
          : `${otherName} a changé d'avis : vous n'avez plus à lui répondre.`,
      ],
      detail: `Par ${otherName}`,
      action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
    }),
  ),
  offerReminder: aboutDelivery(({ otherName, title, parcelId, otherId, offer, until }: AboutOffer, to) => ({
    subject: `Dernières heures pour répondre : « ${title} »`,
    paragraphs: [`${otherName} propose ${offer}. ${answerBy(until)}`],
    detail: `${otherName} propose ${offer} : répondez avant le ${algiersMoment(until)}`,
    action: seeProposal(to, otherId, parcelId),
  })),
  /** The author of an offer that ended gets it, and the member who let it run out. */
  offerOver: aboutDelivery(({ isTraveller, search, ...end }: AboutEnd, to) => {
    const { otherId, parcelId, why, isChange } = end;
    const isFruitless = isTraveller && !isChange && why !== 'expired' && why !== 'declined';
    return {
      subject: `${offerVerdict(end)} pour ${parcelNamed(end)}`,
      paragraphs: [offerEnd(end), ...(isChange && why !== 'left' ? ['Votre accord reste comme il est.'] : [])],
      detail: offerEnd(end),
      action: isFruitless
        ? findParcel(to, search)
        : otherId
          ? { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) }
          : { label: 'Voir mes colis', url: links.myParcels(to) },
    };
  }),
  handshakeDone: aboutDelivery(
    ({ otherName, title, parcelId, terms, isCarrier }: AboutAgreement & { isCarrier: string }, to) => ({
      subject: `C'est d'accord pour « ${title} »`,
      paragraphs: [
        `${isCarrier ? `Vous transportez ce colis pour ${otherName}` : `${otherName} transporte votre colis`} : ${terms}.`,
        'Convenez maintenant du rendez-vous.',
      ],
      detail: terms,
      action: track(to, parcelId),
    }),
  ),
  tripChanged: aboutDelivery(
    ({ otherName, otherId, title, parcelId, travel, was, answers, isUnlisted }: AboutTravel, to) => ({
      subject: `Trajet modifié : ${otherName} voyage ${travel}`,
      paragraphs: [
        isProposal(answers)
          ? `La proposition pour votre colis « ${title} » a changé : ${otherName} voyage maintenant ${travel}, et non plus ${was}.`
          : `${otherName} voyage maintenant ${travel}, et non plus ${was}, avec votre colis « ${title} »${stopAfter(title)}`,
        ...(isProposal(answers) && isUnlisted ? [onceListed] : []),
        afterMove(answers, otherName),
      ],
      detail: `« ${title} » : maintenant ${travel}`,
      action: isProposal(answers)
        ? { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) }
        : track(to, parcelId),
    }),
  ),
  // Notices of earlier releases name no trip.
  tripCancelled: aboutDelivery(
    ({ otherName, otherId, title, parcelId, trip = 'trajet', tripEnd, reason, offered }: AboutCancelled, to) => ({
      subject: `Trajet annulé : « ${title} »`,
      paragraphs: [
        `${tripEnded(`${trip} ${ofMember(otherName)}`, tripEnd)}. ${cancelledWith(otherName, offered).now}`,
        ...motive(reason),
        cancelledWith(otherName, offered).next,
      ],
      detail: reason || (tripEnd === 'deleted' ? 'Supprimé par notre équipe' : `Par ${otherName}`),
      action: offered
        ? { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) }
        : track(to, parcelId),
    }),
  ),
  tripFull: aboutDelivery((full: AboutDelivery & FullTrip, to) => ({
    ...fullTrip(full),
    action: { label: 'Ouvrir la conversation', url: links.conversation(to, full.otherId, full.parcelId) },
  })),
  tripFree: aboutDelivery((free: AboutDelivery & FullTrip & { until: string }, to) => ({
    ...freeTrip(free),
    action: { label: 'Ouvrir la conversation', url: links.conversation(to, free.otherId, free.parcelId) },
  })),
  changeAgreed: aboutDelivery(({ otherName, title, parcelId, terms }: AboutAgreement, to) => ({
    subject: `Accord modifié : « ${title} »`,
    paragraphs: [`${otherName} a dit oui au changement : ${terms}.`],
    detail: terms,
    action: track(to, parcelId),
  })),
  /** `hasWaited` and `isListed` are `yes` or empty. */
  agreementExpired: aboutDelivery(
    (
      {
        otherName,
        title,
        parcelId,
        otherId,
        hasWaited,
        isListed,
      }: AboutDelivery & { hasWaited: string; isListed: string },
      to,
    ) => {
      const why = hasWaited
        ? `${otherName} n'a pas répondu en 48 heures.`
        : `${otherName} attendait votre réponse depuis 48 heures.`;
      return {
        subject: `Expirée sans réponse : la proposition pour « ${title} »`,
        paragraphs: [why, ...(isListed ? ['Le colis est de nouveau proposé aux voyageurs.'] : [])],
        detail: why,
        action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
      };
    },
  ),
  /** `isOwner` is `yes` or empty. The parcel's last day is over, so its owner sets another one. */
  agreementOverdue: aboutDelivery(({ title, isOwner, search }: AboutLost & { isOwner: string }, to) => ({
    subject: `Accord terminé : « ${title} »`,
    paragraphs: ["La date est passée et le colis n'a pas été récupéré."],
    detail: "Le colis n'a pas été récupéré",
    action: isOwner ? { label: 'Voir mes colis', url: links.myParcels(to) } : findParcel(to, search),
  })),
  /** `isOwner` is `yes` or empty. */
  deliveryLate: aboutDelivery(
    (
      { otherFirstName, title, parcelId, isOwner }: AboutDelivery & { otherFirstName: string; isOwner: string },
      to,
    ) => ({
      subject: `En retard : « ${title} »`,
      paragraphs: [
        isOwner
          ? `S'il est arrivé, dites-le ; sinon, demandez à ${otherFirstName} ce qui se passe, ou signalez un problème.`
          : `Livrez le colis, ou dites à ${otherFirstName} ce qui se passe.`,
      ],
      action: track(to, parcelId),
    }),
  ),
  /** `isReturn` and `hasProblem` are `yes` or empty, `until` an ISO moment, or empty while a problem is open. */
  receiptAsked: aboutDelivery(
    (
      {
        otherName,
        title,
        parcelId,
        isReturn,
        hasProblem,
        until,
      }: MayHaveProblem & Record<'isReturn' | 'until', string>,
      to,
    ) => ({
      subject: `À confirmer : « ${title} » ${isReturn ? 'vous a-t-il été rendu' : 'est-il arrivé'} ?`,
      paragraphs: [
        `${otherName} dit ${isReturn ? 'vous avoir rendu le colis' : 'avoir livré votre colis'}.`,
        hasProblem
          ? unconfirmed
          : `Sans réponse de votre part, ${isReturn ? 'le retour sera confirmé' : 'la livraison sera confirmée'} le ${algiersMoment(until)}.`,
      ],
      action: track(to, parcelId),
      second: reportIt(to, parcelId, hasProblem),
    }),
  ),
  declarationClosed: aboutDelivery(
    ({ title, parcelId, isReturn, until }: AboutDelivery & Record<'isReturn' | 'until', string>, to) => ({
      subject: `${isReturn ? 'Rendu' : 'Livré'} : « ${title} »`,
      paragraphs: [
        `Confirmé sans réponse : ${isReturn ? 'le retour' : 'la livraison'} est maintenant terminé${isReturn ? '' : 'e'}.`,
        // Notices of earlier releases have no moment.
        ...(until ? [`Un problème se signale jusqu'au ${algiersMoment(until)}.`] : []),
      ],
      detail: 'Confirmé sans réponse',
      action: track(to, parcelId),
      second: reportIt(to, parcelId),
    }),
  ),
  carrierReleased: aboutDelivery(
    ({ otherName, title, reason, isHalf, search }: AboutLost & { reason: string; isHalf: string }, to) => ({
      subject: isHalf ? `Refusée : votre proposition pour « ${title} »` : `Vous ne transporterez pas « ${title} »`,
      paragraphs: [`${otherName} a finalement choisi de ne pas vous confier ce colis.`, ...motive(reason)],
      action: findParcel(to, search),
    }),
  ),
  carrierReplaced: aboutDelivery(({ otherName, title, search }: AboutLost, to) => ({
    subject: `Confié à un autre voyageur : « ${title} »`,
    paragraphs: [`${otherName} a fait son choix : vous n'avez pas à transporter ce colis.`],
    detail: `Par ${otherName}`,
    action: findParcel(to, search),
  })),
  carrierWithdrew: aboutDelivery(
    (
      {
        otherName,
        title,
        parcelId,
        reason,
        isHalf,
        atTheDoor,
        tripEnd,
      }: AboutDelivery & { reason: string; isHalf: string; atTheDoor?: string; tripEnd?: string },
      to,
    ) => ({
      subject: withdrawal(title, isHalf, tripEnd),
      paragraphs: [
        atTheDoor
          ? `${otherName} n'a pas pris le colis à cause de son contenu. Corrigez la liste, notre équipe la regarde ensuite.`
          : `${tripEnd ? tripEnded(`trajet ${ofMember(otherName)}`, tripEnd) : `${otherName} renonce à transporter votre colis`}. Vous pouvez choisir un autre voyageur.`,
        ...motive(reason),
      ],
      action: atTheDoor
        ? { label: 'Corriger la liste', url: links.editParcel(to, parcelId) }
        : { label: 'Voir mes colis', url: links.myParcels(to) },
    }),
  ),
  parcelCancelled: toDelivery(({ otherName, title, reason }: AboutDelivery & { reason: string }, to) => ({
    subject: `Colis annulé : « ${title} »`,
    paragraphs: [`${otherName} ne l'envoie plus : vous n'avez pas à le transporter.`, ...motive(reason)],
    action: { label: `Ouvrir ${brand.name}`, url: links.home(to) },
  })),
  pickupValidated: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Récupéré : « ${title} »`,
    paragraphs: [`${otherName} a pris votre colis en photo, et le transporte maintenant.`],
    action: track(to, parcelId),
  })),
  deliveryStarted: aboutDelivery(({ otherName, title, parcelId, ...problem }: MayHaveProblem, to) => ({
    subject: `En cours de livraison : « ${title} »`,
    paragraphs: [`${otherName} est en chemin vers le destinataire de votre colis.`, ...ofProblem(problem)],
    action: track(to, parcelId),
  })),
  deliveryValidated: aboutDelivery(({ otherName, title, parcelId, isRated, ...problem }: AboutDelivered, to) => {
    const isRatable = !isRated && !problem.hasProblem;
    return {
      subject: `${isInDoubt(problem) ? deniedOf('delivered').label : 'Livré'} : « ${title} »`,
      paragraphs: [
        `${otherName} a pris votre colis en photo à l'arrivée.${isRatable ? ' Tout est conforme ? Donnez-lui une note : elle aide les autres membres.' : ''}`,
        ...ofProblem(problem),
      ],
      action: isRatable ? { label: `Noter ${otherName}`, url: links.delivery(to, parcelId) } : track(to, parcelId),
      second: reportIt(to, parcelId, problem.hasProblem),
    };
  }),
  parcelReturned: aboutDelivery(({ otherName, title, parcelId, reason, isCarrier, ...problem }: AboutReturn, to) => ({
    subject: `Retour à l'expéditeur : « ${title} »`,
    paragraphs: [
      `${otherName} ${isCarrier ? "l'a demandé" : 'le rapporte'} : le colis n'est pas livré au destinataire.`,
      ...motive(reason),
      'Convenez ensemble du lieu et du moment où le colis est rendu.',
      ...ofProblem(problem),
    ],
    action: track(to, parcelId),
  })),
  receiptConfirmed: aboutDelivery(({ otherName, title, parcelId, ...problem }: MayHaveProblem, to) => ({
    subject: `Arrivé : « ${title} »`,
    paragraphs: [
      `${otherName} confirme la livraison, qui est terminée. Merci de l'avoir transporté.`,
      ...ofProblem(problem),
    ],
    action: track(to, parcelId),
  })),
  returnConfirmed: aboutDelivery(({ otherName, title, parcelId, ...problem }: MayHaveProblem, to) => ({
    subject: `Rendu : « ${title} »`,
    paragraphs: [`${otherName} confirme l'avoir récupéré. Merci de l'avoir rapporté.`, ...ofProblem(problem)],
    action: track(to, parcelId),
  })),
  /**
   * A message of a conversation is unread for a quarter of an hour; the facts about its parcel may be empty, `answers`
   * is the `ProblemKind` that it answers.
   */
  unreadMessages: aboutMessages(
    (
      { otherName, otherId, count, title, parcelId, answers }: AboutDelivery & { count: string; answers?: string },
      to,
    ) => ({
      subject: `${count === '1' ? 'Nouveau message' : `${count} nouveaux messages`} ${ofMember(otherName)}`,
      paragraphs: [
        ...(title ? [`Au sujet du colis « ${title} »${stopAfter(title)}`] : []),
        ...answered(otherName, answers),
        'Répondez dans la conversation : une réponse à cet email ne lui parviendrait pas.',
      ],
      action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
      note: "Nous ne vous écrirons plus au sujet de cette conversation tant que vous ne l'aurez pas lue.",
    }),
  ),
};
