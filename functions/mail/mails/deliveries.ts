import { overrideSentences } from '#shared/deliveries/words.ts';
import { brand } from '#shared/values/brand.ts';
import { of, ofMember } from '#shared/values/french.ts';
import { algiersMoment, shortDay } from '#shared/values/time.ts';
import { type Envelope, links } from '../links.ts';
import { aboutDelivery, aboutMessages, type MemberFacts, toDelivery } from '../mail.ts';

/** Facts of a mail about a delivery. The erasing of the other member finds their notices by `otherId`. */
type AboutDelivery = MemberFacts<'otherName' | 'otherId' | 'title' | 'parcelId'>;

type AboutAgreement = AboutDelivery & { readonly terms: string };

/** `isChange` is `yes` for a change of an agreement, `until` an ISO moment, `offer` the offered facts in words. */
type AboutOffer = AboutDelivery & { readonly offer: string; readonly until: string; readonly isChange: string };

/** `answers`: `owner` or `traveller` while that one's yes is missing. */
type AboutTravel = AboutDelivery & Record<'travel' | 'was' | 'answers', string>;

/**
 * `why` is an `OfferEnd`, `left` or `gone`. An erased owner's parcel has no title, but its route and its last day.
 */
type AboutEnd = AboutDelivery & { why: string; isAuthor: string; isTraveller: string; route?: string; day?: string };

const track = (to: Envelope, parcelId: string) => ({ label: 'Suivre la livraison', url: links.delivery(to, parcelId) });
const seeProposal = (to: Envelope, otherId: string, parcelId: string) => ({
  label: 'Voir sa proposition',
  url: links.conversation(to, otherId, parcelId),
});
const findParcel = (to: Envelope) => ({ label: 'Trouver un colis', url: links.find(to) });

const motive = (reason: string) => (reason ? [`Motif : ${reason}`] : []);
const answerBy = (until: string) => `Vous avez jusqu'au ${algiersMoment(until)} pour répondre.`;

function offerEnd({ why, otherName, isAuthor }: Pick<AboutEnd, 'why' | 'otherName' | 'isAuthor'>): string {
  switch (why) {
    case 'expired':
      return isAuthor ? `${otherName} n'a pas répondu en 48 heures.` : "Vous n'avez pas répondu en 48 heures.";
    case 'declined':
      return `${otherName} ne l'a pas acceptée.`;
    case 'overtaken':
      return 'Le colis est confié à un autre voyageur.';
    case 'left':
      return "Ce membre n'est plus inscrit.";
    case 'gone':
      return "L'annonce n'est plus disponible.";
    default:
      return "L'annonce ou l'accord a changé.";
  }
}

const offerSubjects: Readonly<Record<string, (parcel: string) => string>> = {
  expired: (parcel) => `Pas de réponse : la proposition pour ${parcel} a expiré`,
  declined: (parcel) => `Refusée : votre proposition pour ${parcel}`,
};
const parcelNamed = ({ title, route = '', day = '' }: Pick<AboutEnd, 'title' | 'route' | 'day'>) =>
  title ? `« ${title} »` : `un colis ${route} avant le ${shortDay(day)}`;

const outcomeOf = (status: string): string => (overrideSentences as Readonly<Record<string, string>>)[status] ?? '';

export const deliveryMails = {
  deliveryAccepted: aboutDelivery(
    ({ otherName, title, parcelId, otherId, terms, until }: AboutAgreement & { until: string }, to) => ({
      subject: `${otherName} propose de transporter votre colis`,
      paragraphs: [`${otherName} propose de transporter votre colis « ${title} » : ${terms}.`, answerBy(until)],
      detail: `« ${title} » : ${terms}`,
      action: seeProposal(to, otherId, parcelId),
    }),
  ),
  carrierChosen: aboutDelivery(
    ({ otherName, title, parcelId, otherId, terms, until }: AboutAgreement & { until: string }, to) => ({
      subject: `${otherName} vous choisit comme transporteur`,
      paragraphs: [`${otherName} vous propose de transporter le colis « ${title} » : ${terms}.`, answerBy(until)],
      detail: `« ${title} » : ${terms}`,
      action: seeProposal(to, otherId, parcelId),
    }),
  ),
  offerMade: aboutDelivery(({ otherName, title, parcelId, otherId, offer, until, isChange }: AboutOffer, to) => ({
    subject: isChange ? `${otherName} propose de changer votre accord` : `${otherName} vous fait une proposition`,
    paragraphs: [`${otherName} propose pour le colis « ${title} » : ${offer}.`, answerBy(until)],
    detail: `« ${title} » : ${offer}`,
    action: seeProposal(to, otherId, parcelId),
  })),
  offerWithdrawn: aboutDelivery(
    ({ otherName, title, parcelId, otherId, isChange }: AboutDelivery & { isChange: string }, to) => ({
      subject: isChange ? `${otherName} a retiré son changement` : `${otherName} a retiré sa proposition`,
      paragraphs: [`Elle concernait le colis « ${title} ».`],
      detail: `« ${title} »`,
      action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
    }),
  ),
  offerReminder: aboutDelivery(({ otherName, title, parcelId, otherId, offer, until }: AboutOffer, to) => ({
    subject: `${otherName} attend votre réponse`,
    paragraphs: [`${otherName} propose pour le colis « ${title} » : ${offer}.`, answerBy(until)],
    detail: `« ${title} » : répondez avant le ${algiersMoment(until)}`,
    action: seeProposal(to, otherId, parcelId),
  })),
  /** The author of an offer that ended gets it, and the member who let it run out. */
  offerOver: aboutDelivery(({ otherName, otherId, parcelId, why, isAuthor, isTraveller, ...parcel }: AboutEnd, to) => ({
    subject:
      offerSubjects[why]?.(parcelNamed(parcel)) ??
      `${isAuthor ? 'Votre' : 'La'} proposition pour ${parcelNamed(parcel)} a pris fin`,
    paragraphs: [offerEnd({ why, otherName, isAuthor })],
    detail: offerEnd({ why, otherName, isAuthor }),
    action:
      isTraveller && why !== 'expired' && why !== 'declined'
        ? findParcel(to)
        : otherId
          ? { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) }
          : { label: 'Voir mes colis', url: links.myParcels(to) },
  })),
  handshakeDone: aboutDelivery(
    ({ otherName, title, parcelId, terms, isCarrier }: AboutAgreement & { isCarrier: string }, to) => ({
      subject: `C'est d'accord pour « ${title} »`,
      paragraphs: [
        isCarrier
          ? `C'est d'accord : vous transportez « ${title} » pour ${otherName}.`
          : `C'est d'accord : ${otherName} transporte « ${title} ».`,
        `Vous êtes d'accord sur : ${terms}. Convenez maintenant du rendez-vous.`,
      ],
      detail: terms,
      action: track(to, parcelId),
    }),
  ),
  tripChanged: aboutDelivery(({ otherName, otherId, title, parcelId, travel, was, answers }: AboutTravel, to) => ({
    subject: `Le trajet ${ofMember(otherName)} a changé`,
    paragraphs: [
      answers
        ? `La proposition pour votre colis « ${title} » a changé : ${otherName} voyage maintenant ${travel}, et non plus ${was}.`
        : `${otherName} voyage maintenant ${travel}, et non plus ${was}, avec votre colis « ${title} ».`,
      answers === 'owner'
        ? 'Vous pouvez en tenir compte avant de donner votre accord.'
        : answers
          ? `Si cette date ne vous convient pas, vous pouvez retirer votre proposition tant que ${otherName} n'a pas répondu.`
          : "L'accord reste valable ; si cette date ne vous convient pas, vous pouvez y mettre fin tant que le colis n'est pas récupéré.",
    ],
    detail: `« ${title} » : maintenant ${travel}`,
    action: answers
      ? { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) }
      : track(to, parcelId),
  })),
  changeAgreed: aboutDelivery(({ otherName, title, parcelId, terms }: AboutAgreement, to) => ({
    subject: `L'accord pour « ${title} » est modifié`,
    paragraphs: [`${otherName} a accepté le changement.`, `Vous êtes d'accord sur : ${terms}.`],
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
        subject: `Pas de réponse : la proposition pour « ${title} » a expiré`,
        paragraphs: [why, ...(isListed ? ['Le colis est de nouveau proposé aux voyageurs.'] : [])],
        detail: why,
        action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
      };
    },
  ),
  carrierReleased: aboutDelivery(
    ({ otherName, title, reason, isHalf }: AboutDelivery & { reason: string; isHalf: string }, to) => ({
      subject: isHalf ? `${otherName} ne vous confie pas « ${title} »` : `Vous ne transporterez pas « ${title} »`,
      paragraphs: [`${otherName} a finalement choisi de ne pas vous confier « ${title} ».`, ...motive(reason)],
      action: findParcel(to),
    }),
  ),
  carrierReplaced: aboutDelivery(({ otherName, title }: AboutDelivery, to) => ({
    subject: `Un autre transporteur est choisi pour « ${title} »`,
    paragraphs: [`${otherName} confie « ${title} » à un autre voyageur : vous n'avez pas à le transporter.`],
    detail: `« ${title} » est confié à un autre voyageur`,
    action: findParcel(to),
  })),
  carrierWithdrew: aboutDelivery(
    ({ otherName, title, reason, isHalf }: AboutDelivery & { reason: string; isHalf: string }, to) => ({
      subject: isHalf
        ? `${otherName} ne propose plus de transporter « ${title} »`
        : `Votre colis « ${title} » n'a plus de transporteur`,
      paragraphs: [
        `${otherName} s'est désisté et ne transportera pas votre colis « ${title} ». Vous pouvez choisir un autre voyageur.`,
        ...motive(reason),
      ],
      action: { label: 'Voir mes colis', url: links.myParcels(to) },
    }),
  ),
  parcelCancelled: toDelivery(({ otherName, title, reason }: AboutDelivery & { reason: string }, to) => ({
    subject: `Le colis « ${title} » est annulé`,
    paragraphs: [`${otherName} a annulé le colis « ${title} ».`, ...motive(reason)],
    action: { label: `Ouvrir ${brand.name}`, url: links.home(to) },
  })),
  pickupValidated: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Le colis « ${title} » a été récupéré`,
    paragraphs: [`${otherName} a récupéré votre colis « ${title} » et l'a pris en photo.`],
    action: track(to, parcelId),
  })),
  deliveryStarted: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Le colis « ${title} » est en cours de livraison`,
    paragraphs: [`${otherName} part livrer votre colis « ${title} ».`],
    action: track(to, parcelId),
  })),
  deliveryValidated: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Le colis « ${title} » est livré`,
    paragraphs: [
      `${otherName} a livré votre colis « ${title} » et l'a pris en photo.`,
      `Tout est conforme ? Donnez une note à ${otherName} depuis le suivi : elle aide les autres membres.`,
    ],
    action: { label: `Noter ${otherName}`, url: links.delivery(to, parcelId) },
    note: 'Un problème ? Le bouton « Signaler un problème » du suivi nous écrit.',
  })),
  parcelReturned: aboutDelivery(({ otherName, title, parcelId, reason }: AboutDelivery & { reason: string }, to) => ({
    subject: `Le colis « ${title} » retourne à son expéditeur`,
    paragraphs: [
      `${otherName} demande le retour du colis « ${title} » : il n'est pas livré au destinataire et revient à son expéditeur.`,
      ...motive(reason),
      'Convenez ensemble du lieu et du moment où le colis est rendu.',
    ],
    action: track(to, parcelId),
  })),
  returnConfirmed: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Le retour de « ${title} » est confirmé`,
    paragraphs: [`${otherName} confirme avoir récupéré le colis « ${title} ». Merci de l'avoir rapporté.`],
    action: track(to, parcelId),
  })),
  /** `status` is the new one of the parcel. */
  parcelSettled: toDelivery(
    ({ title, status, reason, parcelId }: MemberFacts<'title' | 'parcelId' | 'status' | 'reason'>, to) => ({
      subject: `Nous sommes intervenus sur la livraison de « ${title} »`,
      paragraphs: [
        `L'équipe ${of(brand.name)} est intervenue sur le colis « ${title} ». ${outcomeOf(status)}`,
        ...motive(reason),
      ],
      action: { label: 'Nous contacter', url: links.problem(to, parcelId) },
    }),
  ),
  /** A message of a conversation is unread for a quarter of an hour; the facts about its parcel may be empty. */
  unreadMessages: aboutMessages(
    ({ otherName, otherId, count, title, parcelId }: AboutDelivery & { count: string }, to) => ({
      subject: `${otherName} vous a écrit`,
      paragraphs: [
        `Vous avez ${count === '1' ? 'un message non lu' : `${count} messages non lus`} ${ofMember(otherName)}${title ? ` au sujet du colis « ${title} »` : ''}.`,
      ],
      action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
      note: "Nous ne vous écrirons plus au sujet de cette conversation tant que vous ne l'aurez pas lue.",
    }),
  ),
};
