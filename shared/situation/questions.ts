import { insteadOf } from '../deliveries/offer-words.ts';
import type { ProblemKind } from '../deliveries/problem.ts';
import { type Ends, namedTripText } from '../deliveries/words.ts';
import { weightText } from '../parcels/words.ts';
import { brand } from '../values/brand.ts';
import { stopAfter } from '../values/french.ts';
import { moneyText } from '../values/money.ts';
import type { ActName, Situation } from './contract.ts';
import {
  type About,
  type Asked,
  afterArrival,
  askedOf,
  handoverQuestions,
  type Question,
} from './handover-questions.ts';
import { endsByArrival } from './open-problem.ts';
import { stillOpen } from './problem-words.ts';
import type { Sentence } from './sentence.ts';
import { isOnItsWayIn, isWithAnother } from './stages.ts';
import { offeredFacts, offerText, termsLine } from './words.ts';

/** Acts that ask before they are done; the others have a form of their own, or lead elsewhere. */
export const askedActs = [
  'acceptDelivery',
  'chooseCarrier',
  'takeOffer',
  'declineOffer',
  'withdrawOffer',
  'releaseCarrier',
  'cancelParcel',
  'returnParcel',
  'setCode',
  'declare',
  'confirmReceipt',
  'confirmReturn',
  'settleProblem',
  'startDelivery',
  'validatePickup',
  'validateDelivery',
] as const satisfies readonly ActName[];
export type AskedAct = (typeof askedActs)[number];

const complete = "C'est alors d'accord : convenez ensemble du rendez-vous.";
export const notInsured = ({ isOwner }: Situation): Sentence => [
  isOwner
    ? `Votre colis n'est pas assuré par ${brand.name} : n'envoyez rien de grande valeur.`
    : `Ce colis n'est pas assuré par ${brand.name} : ne prenez rien de grande valeur.`,
];

export const questionOf = (act: AskedAct, about: About): Question => questions[act](askedOf(act, about));

const questions: Readonly<Record<AskedAct, (asked: Asked) => Question>> = {
  ...handoverQuestions,
  chooseCarrier: ({ who, parcel, confirm, ends, situation }) => ({
    title: 'Choisir ce transporteur ?',
    confirm,
    paragraphs: [
      situation.stage === 'proposed' && !isWithAnother(situation)
        ? [who, ' transportera ', ...parcel, ` : ${termsLine(situation.terms, ends)}. ${complete}`]
        : [
            who,
            ' aura 48 heures pour accepter de transporter ',
            ...parcel,
            `${atAnnounced(situation)}. D'ici là, le colis n'est plus proposé aux autres voyageurs.`,
          ],
      ...ownOffer(situation, ends),
      ...displaces(situation),
      notInsured(situation),
    ],
  }),
  acceptDelivery: ({ who, parcel, confirm, ends, situation }) => ({
    title: 'Accepter de livrer ce colis ?',
    confirm,
    paragraphs: [
      situation.stage === 'chosen'
        ? ['Vous transporterez ', ...parcel, ' pour ', who, ` : ${termsLine(situation.terms, ends)}. ${complete}`]
        : [
            'Vous proposez de transporter ',
            ...parcel,
            `${atAnnounced(situation)}. `,
            who,
            " aura 48 heures pour accepter. D'ici là, personne d'autre ne peut proposer.",
          ],
      ...ownOffer(situation, ends),
      notInsured(situation),
    ],
  }),
  takeOffer: takeQuestion,
  declineOffer: ({ confirm, reader, ends, situation }) => ({
    title: situation.offer?.isChange ? 'Refuser ce changement ?' : 'Refuser cette proposition ?',
    confirm,
    paragraphs: [
      situation.offer?.isChange
        ? ["Vous n'acceptez pas ce changement. Votre accord reste comme il est."]
        : [`Vous n'acceptez pas cette proposition : ${offerText(situation, ends)}.`],
    ],
    reason: { hint: reader, isOptional: true },
  }),
  withdrawOffer: ({ who, confirm, ends, situation }) => ({
    title: situation.offer?.isChange ? 'Retirer ce changement ?' : 'Retirer votre proposition ?',
    confirm,
    isDestructive: true,
    paragraphs: [
      situation.offer?.isChange
        ? [who, ' ne pourra plus accepter ce changement. Votre accord reste comme il est.']
        : [who, ` ne pourra plus accepter votre proposition : ${offerText(situation, ends)}.`],
    ],
  }),
  cancelParcel: ({ who, parcel, confirm, reader, other, told }) => ({
    title: 'Annuler ce colis ?',
    confirm,
    isDestructive: true,
    paragraphs: [[...parcel, ' ne pourra plus être livré.', ...(other ? told(' Nous prévenons ', who, '.') : [])]],
    reason: { hint: (other && reader) ?? 'Pour vous en souvenir.', isOptional: false },
  }),
  returnParcel: ({ who, parcel, reader, situation, told }) => ({
    title: situation.isOwner ? 'Demander le retour de ce colis ?' : "Rapporter ce colis à l'expéditeur ?",
    confirm: situation.isOwner ? 'Demander le retour' : 'Rapporter le colis',
    isDestructive: true,
    paragraphs: [
      [
        ...parcel,
        ' ne sera pas livré au destinataire : ',
        ...(situation.isOwner
          ? [who, ...told(', que nous prévenons,'), ' vous le rapporte.']
          : ['vous le rapportez à ', who, ...told(', que nous prévenons'), '.']),
        ' La livraison ne pourra pas reprendre.',
      ],
      ...besideProblem(situation),
    ],
    reason: { hint: reader, isOptional: false },
  }),
  setCode: ({ who, parcel, title, confirm, situation }) => ({
    title: `${confirm} ?`,
    confirm,
    paragraphs: situation.codeAsked
      ? [[who, ' pourra livrer ', ...parcel, ' avec une photo seule.']]
      : [
          [who, ' devra obtenir ce code de la personne qui reçoit ', ...parcel, stopAfter(title)],
          [
            situation.stage === 'agreed'
              ? 'Vous le lirez sur la page de la livraison dès que le colis sera en route.'
              : 'Vous le lirez sur la page de la livraison.',
          ],
        ],
  }),
  confirmReceipt: ({ who, parcel, confirm, situation, told }) => ({
    title: 'Le colis est bien arrivé ?',
    confirm,
    paragraphs: [
      [
        ...parcel,
        situation.problem && !endsByArrival(situation.problem)
          ? ' est chez son destinataire. La livraison est alors terminée.'
          : ' est chez son destinataire. La livraison est alors terminée, et ne partage plus vos numéros de téléphone.',
        ...told(' Nous prévenons ', who, '.'),
      ],
      ...afterArrival(situation),
    ],
  }),
  confirmReturn: ({ who, parcel, confirm, situation }) => ({
    title: 'Confirmer le retour du colis ?',
    confirm,
    paragraphs: [
      [
        who,
        ' vous a rendu ',
        ...parcel,
        situation.problem && !endsByArrival(situation.problem)
          ? '. Le retour est alors terminé.'
          : '. Le retour est alors terminé, et la livraison ne partage plus vos numéros de téléphone.',
      ],
      ...afterArrival(situation),
    ],
  }),
  settleProblem: ({ who, confirm, situation, told }) => ({
    title: 'Le problème est-il résolu ?',
    confirm,
    paragraphs: [
      [
        'Notre équipe ne décidera pas de la suite',
        ...(isOnItsWayIn(situation.stage)
          ? [' : la livraison continue', ...told(', et nous prévenons ')]
          : told('. Nous prévenons ')),
        ...told(who, ', qui pourra signaler le contraire'),
        '.',
      ],
    ],
  }),
  startDelivery: ({ who, parcel, confirm, situation, told }) => ({
    title: `${confirm} ?`,
    confirm,
    paragraphs: [
      ['Vous allez livrer ', ...parcel, ' à son destinataire', ...told(' : nous prévenons ', who), '.'],
      ...besideProblem(situation),
    ],
  }),
  releaseCarrier: ({ who, parcel, confirm, reader, told, situation: { isOwner, endsAt } }) => ({
    title: releaseTitle(confirm, isOwner),
    confirm,
    isDestructive: true,
    paragraphs: [
      [
        ...(isOwner ? [who, ' ne transportera pas '] : ['Vous ne transporterez pas ']),
        ...parcel,
        // An agreement near its end is past the last day of the parcel.
        ...(endsAt
          ? told('. Nous prévenons ')
          : [...(isOwner ? [offeredAgain] : told(offeredAgain)), ...told(', et nous prévenons ')]),
        ...told(who),
        '.',
      ],
    ],
    reason: { hint: reader, isOptional: true },
  }),
};

const offeredAgain = '. Le colis sera de nouveau proposé aux autres voyageurs';

/** An act that leaves an open problem as it is (rule 171). */
function besideProblem({ problem, isOwner }: Situation): Sentence[] {
  if (!problem) return [];
  const back = !isOwner && gotBack[problem.kind];
  return [[stillOpen(problem.kind), ...(back ? [` ${back}, dites aussi que le problème est résolu.`] : [])]];
}

const gotBack: Readonly<Partial<Record<ProblemKind, string>>> = {
  lost: "Si vous l'avez retrouvé",
  customs: "Si la douane l'a rendu",
};

function releaseTitle(confirm: string, isOwner: boolean): string {
  if (confirm === 'Refuser') return 'Refuser cette proposition ?';
  return isOwner ? 'Retirer ce transporteur ?' : 'Renoncer à ce colis ?';
}

function displaces(situation: Situation): Sentence[] {
  if (!isWithAnother(situation)) return [];
  const what =
    situation.stage === 'proposed' ? "La proposition de l'autre voyageur" : "Votre proposition à l'autre voyageur";
  return [[`${what} prend alors fin, et nous le prévenons.`]];
}

/** The terms of a first yes are the announced ones (rule 118). */
const atAnnounced = ({ terms: { price } }: Situation) =>
  price ? `, au prix annoncé de ${moneyText(price)}` : " ; aucun prix n'est fixé";

/** A yes at the announced price ends the member's own open offer (rule 122). */
function ownOffer(situation: Situation, ends: Ends | undefined): Sentence[] {
  const isMine = situation.acts.some(({ name }) => name === 'withdrawOffer');
  return isMine ? [[`Votre proposition (${offerText(situation, ends)}) est alors remplacée.`]] : [];
}

function takeQuestion({ situation, who, parcel, ends, confirm }: Asked): Question {
  const { isOwner, offer, terms } = situation;
  if (offer?.isChange)
    return {
      title: 'Accepter ce changement ?',
      confirm,
      paragraphs: [
        [`Votre accord actuel : ${termsLine(terms, ends)}.`],
        [
          `Il devient : ${offeredFacts(situation, ends)
            .map(({ now, before }) => (before ? `${now} ${insteadOf(before)} ${before}` : now))
            .join(', ')}.`,
        ],
      ],
    };
  const facts = [
    ...(offer?.price ? [moneyText(offer.price)] : []),
    weightText(terms.grams),
    ...(offer?.trip ? [`${isOwner ? 'son' : 'votre'} ${namedTripText(offer.trip, ends)}`] : []),
  ].join(', ');
  return {
    title: isOwner ? 'Choisir ce transporteur ?' : 'Accepter de livrer ce colis ?',
    confirm,
    paragraphs: [
      isOwner
        ? [who, ' transportera ', ...parcel, ` : ${facts}. ${complete}`]
        : ['Vous transporterez ', ...parcel, ' pour ', who, ` : ${facts}. ${complete}`],
      ...displaces(situation),
      notInsured(situation),
    ],
  };
}
