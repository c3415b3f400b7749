/** The only place that spells the product's name. */
export const brand = {
  name: 'Envoyage',
  tagline: 'La livraison entre particuliers, simple, sécurisée et économique.',
} as const;
