import type { Reported, ReportOutcome, ReportReason, ReportStatus } from './record.ts';

const emergencyNumbers = [
  ['+33', 'En France : 17 ou 112 (114 par SMS).'],
  ['+213', 'En Algérie : 1548 ou 17 (police), 1055 (gendarmerie).'],
] as const;

/** The numbers of the country of this phone, of both when it is another or unknown (rule 220). */
export function callPoliceFirst(phone = ''): string {
  const own = emergencyNumbers.filter(([code]) => phone.startsWith(code));
  const numbers = (own.length > 0 ? own : emergencyNumbers).map(([, sentence]) => sentence);
  return ["Appelez d'abord la police.", ...numbers].join(' ');
}

/** « Que se passe-t-il ? »: the seven answers, in the order of the dialog (rule 175). */
export const reasonLabels: Readonly<Record<ReportReason, string>> = {
  forbidden: 'Contenu interdit dans un colis',
  scam: "Escroquerie ou demande d'argent",
  abuse: 'Propos injurieux, menaces ou harcèlement',
  false: 'Fausse identité ou fausse annonce',
  danger: 'Danger immédiat pour une personne',
  illegal: 'Autre contenu illégal',
  other: 'Autre problème',
};

/** The second report of a thing by the same member on one day. */
export const reportedAlready = {
  title: 'Déjà signalé',
  detail: "Vous avez déjà signalé ce contenu aujourd'hui. Notre équipe l'examine.",
} as const;

export const reportedLabels: Readonly<Record<Reported['kind'], string>> = {
  parcel: 'Colis',
  trip: 'Trajet',
  member: 'Membre',
  review: 'Avis',
  message: 'Message',
  page: 'Page',
  decision: 'Décision contestée',
};

/** The second objection by one link, with other words. */
export const contestedAlready = {
  title: 'Déjà contestée',
  detail: 'Vous avez déjà contesté cette décision. Notre réponse arrive par email, et se conteste à son tour.',
} as const;

export const reportStatusLabels: Readonly<Record<ReportStatus, string>> = { pending: 'À traiter', closed: 'Traités' };

export const outcomeLabels: Readonly<Record<ReportOutcome, string>> = {
  dismissed: 'Sans suite',
  warned: 'Avertissement',
  acted: 'Mesure prise',
};

/** The answer to an objection is about the decision, not about the thing. */
export const objectionLabels: Readonly<Record<ReportOutcome, string>> = {
  ...outcomeLabels,
  dismissed: 'Décision maintenue',
  warned: 'Décision maintenue, avertissement adressé',
  acted: 'Décision annulée',
};

/** The link to an objection. `isAnswer`: what is contested answers an objection. */
export const contestLabel = (isAnswer: boolean): string =>
  isAnswer ? 'Contester cette réponse' : 'Contester cette décision';

export const outcomeLabel = (kind: Reported['kind'], outcome: ReportOutcome): string =>
  (kind === 'decision' ? objectionLabels : outcomeLabels)[outcome];

/** An approved listing went back to its owner, or a waiting one was refused (rule 180). */
export const refusalLabel = (wasListed: boolean): string => (wasListed ? 'Retiré de la recherche' : 'Refusé');
