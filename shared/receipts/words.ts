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
} as const;
