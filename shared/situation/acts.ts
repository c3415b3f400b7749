import type { ActName, Obstacle, Situation, Stage } from './contract.ts';

/** The order in which acts are offered. */
export const actOrder: readonly ActName[] = [
  'unblock',
  'verify',
  'subscribe',
  'answer',
  'takeOffer',
  'confirmReturn',
  'validatePickup',
  'startDelivery',
  'validateDelivery',
  'declare',
  'acceptDelivery',
  'chooseCarrier',
  'makeOffer',
  'declineOffer',
  'withdrawOffer',
  'rate',
  'recordPosition',
  'confirmReceipt',
  'setCode',
  'invite',
  'editParcel',
  'pauseParcel',
  'resumeParcel',
  'releaseCarrier',
  'returnParcel',
  'settleProblem',
  'reportProblem',
  'cancelParcel',
];

/** The acts that remove an obstacle. */
export const helps: Partial<Record<Obstacle, ActName>> = {
  paused: 'resumeParcel',
  blocked: 'unblock',
  unverified: 'verify',
  noSubscription: 'subscribe',
};

/** Main acts, by what a place is about. */
export const mainOrder = {
  agreeing: ['acceptDelivery', 'chooseCarrier', 'makeOffer'],
  ofListing: ['subscribe', 'editParcel', 'resumeParcel'],
} as const satisfies Readonly<Record<string, readonly ActName[]>>;

/** A listed parcel is rarely changed, so its change is no main act. */
export const mainStages: Partial<Record<ActName, ReadonlySet<Stage>>> = {
  editParcel: new Set<Stage>(['refused', 'contentsRefused', 'overdue']),
  resumeParcel: new Set<Stage>(['paused']),
};

/** Acts that call the server; the others lead to a page. */
export type CalledAct = Exclude<ActName, 'answer' | 'invite' | 'verify' | 'subscribe' | 'rate' | 'editParcel'>;

export interface ActWords {
  /** Titles of the toasts for success and failure (product 2.8). */
  readonly done: string;
  readonly failed: string;
  readonly detail?: string;
}

const updated: ActWords = { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' };
const validated: ActWords = { done: 'Action validée', failed: "Impossible de valider l'action" };

export const actWords: Readonly<Record<CalledAct, ActWords>> = {
  acceptDelivery: { done: 'Livraison acceptée', failed: "Impossible d'accepter la livraison" },
  chooseCarrier: { done: 'Transporteur choisi', failed: 'Impossible de choisir le transporteur' },
  releaseCarrier: updated,
  validatePickup: validated,
  startDelivery: updated,
  validateDelivery: validated,
  setCode: updated,
  declare: { done: 'Déclaration envoyée', failed: "Impossible d'envoyer la déclaration" },
  recordPosition: { done: 'Position enregistrée', failed: "Impossible d'enregistrer la position" },
  returnParcel: updated,
  confirmReceipt: validated,
  confirmReturn: validated,
  reportProblem: { done: 'Problème signalé', failed: 'Impossible de signaler le problème' },
  settleProblem: { done: 'Problème résolu', failed: 'Impossible de clore le problème' },
  cancelParcel: { ...updated, detail: 'Votre colis est annulé.' },
  pauseParcel: { ...updated, detail: "L'annonce est en pause." },
  resumeParcel: { ...updated, detail: "L'annonce n'est plus en pause." },
  unblock: { done: 'Membre débloqué', failed: 'Impossible de débloquer ce membre' },
  makeOffer: { done: 'Proposition envoyée', failed: "Impossible d'envoyer la proposition" },
  takeOffer: { done: 'Accord conclu', failed: "Impossible d'accepter la proposition" },
  declineOffer: { done: 'Proposition refusée', failed: 'Impossible de refuser la proposition' },
  withdrawOffer: { done: 'Proposition retirée', failed: 'Impossible de retirer la proposition' },
};

const changeWords: Readonly<Partial<Record<CalledAct, ActWords>>> = {
  makeOffer: { done: 'Changement proposé', failed: "Impossible d'envoyer le changement" },
  takeOffer: { done: 'Accord modifié', failed: "Impossible de modifier l'accord" },
  declineOffer: { done: 'Changement refusé', failed: 'Impossible de refuser le changement' },
  withdrawOffer: { done: 'Changement retiré', failed: 'Impossible de retirer le changement' },
};

/** The titles of an act: one on an offer changes the agreement once there is one, and the second yes makes it. */
export function actWordsOf(
  act: CalledAct,
  { stage, terms, codeAsked }: Pick<Situation, 'stage' | 'terms' | 'codeAsked'>,
): ActWords {
  if (act === 'setCode') return { ...updated, done: codeAsked ? 'Code retiré' : 'Code demandé' };
  if (act === 'declare' && stage === 'delivering') return { ...actWords.declare, done: 'Livraison déclarée' };
  const isSecondYes = (act === 'acceptDelivery' || act === 'chooseCarrier') && terms.kind === 'proposed';
  if (isSecondYes) return { ...actWords[act], done: actWords.takeOffer.done };
  return (stage === 'agreed' && changeWords[act]) || actWords[act];
}
