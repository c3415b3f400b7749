import type { ContactTopic } from './contract.ts';

/** What a message to us is about, as the contact form and the mail name it. */
export const contactTopics: Readonly<Record<ContactTopic, string>> = {
  account: 'Mon compte',
  identity: "Vérification d'identité",
  parcels: 'Colis interdits et douane',
  delivery: 'Problème de livraison',
  payment: 'Abonnement et paiement',
  other: 'Autre sujet',
};
