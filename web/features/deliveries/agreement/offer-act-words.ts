/** The texts of acts on an offer, or on a change of an agreement: the titles of their toasts. */
export const offerWords = {
  make: { done: 'Offre envoyée', failed: "Impossible d'envoyer l'offre" },
  makeChange: { done: 'Changement proposé', failed: "Impossible d'envoyer le changement" },
  takeChange: { done: 'Accord modifié', failed: "Impossible de modifier l'accord" },
  decline: { done: 'Offre refusée', failed: "Impossible de répondre à l'offre" },
  declineChange: { done: 'Changement refusé', failed: 'Impossible de répondre au changement' },
  withdraw: { done: 'Offre retirée', failed: "Impossible de retirer l'offre" },
  withdrawChange: { done: 'Changement retiré', failed: 'Impossible de retirer le changement' },
} as const;
