import { yearlySubscription } from '../subscriptions/yearly.ts';
import { moneyText } from '../values/money.ts';
import { longDay } from '../values/time.ts';

export const receiptWords = {
  sent: 'Justificatif envoyé avec succès',
  sentDetail: 'Il sera vérifié sous 24 heures ouvrées.',
  notSent: "Erreur lors de l'envoi",
  notSentDetail: 'Une erreur est survenue. Veuillez réessayer.',
  tooManyPending:
    'Trois justificatifs attendent déjà leur vérification. Vous pourrez en envoyer un autre dès que le premier sera traité.',
  notLoaded: 'Impossible de charger les reçus de paiement.',
  notDecided: 'Impossible de valider le paiement.',
  notDownloaded: 'Impossible de télécharger le fichier.',
  signedOut: 'Utilisateur non authentifié',
  none: 'Aucun reçu de paiement trouvé.',
  unknownMember: 'Utilisateur inconnu',
  approved: 'Paiement approuvé avec succès. Abonnement activé pour 12 mois.',
  rejected: 'Paiement rejeté avec succès.',
  memberBlocked: "Ce membre est bloqué. Débloquez son compte avant d'approuver son paiement, ou rejetez-le.",
  memberGone: "Le compte de ce membre n'existe plus : son paiement ne peut plus être approuvé.",
  withdrawn: 'Vous avez renoncé au contrat',
  withdrawnDetail: 'Nous vous avons envoyé un email qui le confirme. Nous vous remboursons sous 14 jours.',
  notWithdrawn: 'Impossible de renoncer au contrat',
  noContract: "Ce paiement n'a ouvert aucun abonnement : il n'y a pas de contrat auquel renoncer.",
  /** `day` is the fourteenth one. */
  tooLate: (day: string) =>
    `Le délai de 14 jours est passé depuis le ${longDay(day)}, ou depuis le premier jour ouvrable qui a suivi.`,
  paidBack: 'Remboursement noté',
  notPaidBack: 'Impossible de noter le remboursement.',
  noRefund: "Le délai pour renoncer est passé, et ce membre n'a pas renoncé : rien n'est à rembourser.",
} as const;

/** « 33 € par virement en France »: the price in whole euros. */
export const priceInFrance = (euros: string): string =>
  `${moneyText({ amount: Number(euros) * 100, currency: 'EUR' })} par virement en France`;

/** « 5000 DA », with the price in whole euros of who pays in France. */
export const yearPrice = (euros: string | undefined): string => {
  const price = moneyText(yearlySubscription.price);
  return euros ? `${price}, ou ${priceInFrance(euros)}` : price;
};

/** The contract in one sentence, before it is concluded (rule 216). */
export const subscriptionTerms = (price: string): string =>
  `${price} pour ${yearlySubscription.months} mois, à partir de la validation de votre paiement, sans reconduction automatique.`;

export const withdrawalRight =
  'Vous pouvez renoncer au contrat, sans motif, pendant 14 jours après la validation de votre paiement : bouton « Renoncer au contrat » de la page « Moyen de paiement ». Nous vous remboursons alors toute la somme sous 14 jours.';
