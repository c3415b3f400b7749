import type { Reported, ReportReason, ReportStatus } from './record.ts';

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

export const reportedLabels: Readonly<Record<Reported['kind'], string>> = {
  parcel: 'Colis',
  trip: 'Trajet',
  member: 'Membre',
  review: 'Avis',
  message: 'Message',
  page: 'Page',
  decision: 'Décision contestée',
};

/** The administrators' filter. */
export const reportStatusLabels: Readonly<Record<ReportStatus, string>> = { pending: 'À traiter', closed: 'Traités' };
