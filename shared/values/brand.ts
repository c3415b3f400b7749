/** The product's name: nothing else spells it. */
export const brand = {
  name: 'Envoyage',
  tagline: 'La livraison entre particuliers, simple, sécurisée et économique.',
} as const;
