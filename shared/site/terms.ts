/** The chapters of the terms in their order, by their anchors. Mails name the broken one by number and title. */
export const termTitles = {
  service: 'Le service',
  inscription: "L'inscription et la vérification",
  publications: 'Les colis et les trajets',
  interdits: "Ce qu'il est interdit d'envoyer",
  douane: 'La douane',
  remise: 'Le rendez-vous et les preuves',
  prix: 'Le prix entre membres',
  abonnement: "L'abonnement",
  retractation: 'Le droit de rétractation',
  classement: 'Le classement des annonces',
  avis: 'Les avis',
  conduite: 'La conduite des membres',
  moderation: 'La modération',
  publicite: 'La publicité',
  responsabilite: 'La responsabilité',
  mediation: 'Les réclamations, le médiateur et la loi',
  donnees: 'Vos données',
  changements: 'Les changements et la fin',
  lieux: 'Les données géographiques',
} as const;

export type TermId = keyof typeof termTitles;

export const termIds = Object.keys(termTitles) as TermId[];

export const numberOf = (id: TermId): number => termIds.indexOf(id) + 1;

/** « chapitre 4, « Ce qu'il est interdit d'envoyer » »; undefined for an id that is no chapter. */
export const termText = (id: string): string | undefined => {
  const term = termIds.find((known) => known === id);
  return term && `chapitre ${numberOf(term)}, « ${termTitles[term]} »`;
};

/** The version that a sign-up accepts. It stays 1 before the first deploy (rule 217). */
export const termsVersion = 1;

/** Days by which members hear of new terms before these are in force. */
export const noticeDays = 30;

export interface NewTerms {
  readonly version: number;
  /** Their first day (`YYYY-MM-DD`). Preflight wants it more than `noticeDays` after the deploy that announces them. */
  readonly from: string;
  /** The change in one French sentence. */
  readonly what: string;
}

/** The terms that will replace today's. On their first day they become `termsVersion`. */
export const newTerms: NewTerms | undefined = undefined;

/** The stack's name of announced terms. */
export const announced = ({ version, from }: NewTerms): string => `${version} ${from}`;
