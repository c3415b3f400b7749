/** The product's name: nothing else spells it. */
export const brand = {
  name: 'Envoyage',
  tagline: 'La livraison entre particuliers, simple, sécurisée et économique.',
} as const;

/** Who answers for the service: to be completed by its operator before it opens to the public. */
export const legalEntity = {
  name: `[Nom de l'exploitant du service ${brand.name}]`,
  address: '[Adresse postale]',
  email: '[Adresse email de contact]',
  lastChanged: '2026-11-20',
} as const;
