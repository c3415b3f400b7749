import type { ContactTopic } from './contract.ts';

/** Subjects of the contact form, as the form and the mail name them. */
export const contactTopics: Readonly<Record<ContactTopic, string>> = {
  account: 'Mon compte',
  identity: "Vérification d'identité",
  parcels: 'Colis interdits et douane',
  delivery: 'Problème de livraison',
  payment: 'Abonnement et paiement',
  withdrawal: 'Renoncer au contrat',
  other: 'Autre sujet',
};
