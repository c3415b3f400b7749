import type { Money } from '../values/fields.ts';
import { moneyText } from '../values/money.ts';
import { type ActName, hasAct, isOfTrip, type Situation, type Stage } from './contract.ts';

/** The label of an act in this situation: the same in « Demandes », in a conversation and on the page of a delivery. */
export function labelOf(act: ActName, situation: Situation): string {
  const label = labels[act];
  return typeof label === 'string' ? label : label(situation);
}

/** The announced price, for a traveller who has not written yet and may propose to deliver for it. */
export function firstPrice(situation: Situation): Money | undefined {
  const { isOwner, offer, terms } = situation;
  const isFirst = !isOwner && !offer && terms.kind === 'announced' && !hasAct(situation, 'acceptDelivery');
  return isFirst ? terms.price : undefined;
}

function makeLabel(situation: Situation): string {
  const { stage, offer, terms } = situation;
  if (stage === 'agreed') return "Modifier l'accord";
  if (hasAct(situation, 'withdrawOffer'))
    return isOfTrip(situation.obstacle) ? 'Changer ma proposition' : 'Changer le prix';
  const first = firstPrice(situation);
  if (first) return `Proposer de livrer à ${moneyText(first)}`;
  return terms.price || offer ? 'Proposer un autre prix' : 'Proposer un prix';
}

const editLabels: Partial<Record<Stage, string>> = {
  refused: 'Corriger et renvoyer',
  contentsRefused: 'Corriger la liste',
  overdue: 'Republier',
};

const labels: Readonly<Record<ActName, string | ((situation: Situation) => string)>> = {
  acceptDelivery: 'Accepter de livrer ce colis',
  chooseCarrier: 'Choisir comme transporteur',
  takeOffer: ({ offer, isOwner }) =>
    offer?.isChange ? 'Accepter ce changement' : isOwner ? 'Choisir comme transporteur' : 'Accepter de livrer ce colis',
  makeOffer: makeLabel,
  declineOffer: 'Refuser',
  withdrawOffer: ({ offer }) => (offer?.isChange ? 'Retirer ce changement' : 'Retirer ma proposition'),
  releaseCarrier: ({ stage, isOwner }) => {
    const isAnswer = stage === (isOwner ? 'proposed' : 'chosen');
    if (isAnswer) return 'Refuser';
    return isOwner ? 'Retirer ce transporteur' : 'Renoncer à ce colis';
  },
  validatePickup: "J'ai récupéré le colis",
  startDelivery: 'Je pars livrer',
  validateDelivery: ({ stage }) => (stage === 'deliveryDeclared' ? 'Saisir le code' : "J'ai livré le colis"),
  setCode: ({ codeAsked }) => (codeAsked ? 'Ne plus demander de code' : 'Demander un code à la livraison'),
  declare: ({ stage }) => (stage === 'returning' ? "J'ai rendu le colis" : 'Déclarer la livraison sans code'),
  recordPosition: 'Indiquer ma position',
  returnParcel: "Retour à l'expéditeur",
  confirmReceipt: 'Le colis est arrivé',
  confirmReturn: 'Confirmer le retour',
  reportProblem: 'Signaler un problème',
  settleProblem: 'Le problème est résolu',
  // It leads to a note that is missing, or to the one that was given.
  rate: 'Votre avis',
  editParcel: ({ stage }) => editLabels[stage] ?? 'Modifier',
  pauseParcel: 'Mettre en pause',
  resumeParcel: "Reprendre l'annonce",
  cancelParcel: 'Annuler ce colis',
  answer: 'Voir les propositions',
  invite: 'Voyageurs compatibles',
  unblock: 'Débloquer',
  verify: 'Compléter mon profil',
  subscribe: "Voir l'abonnement",
};
