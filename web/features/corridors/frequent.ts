/** Corridors for which the footer has links, by their slugs. */
export const frequentCorridors = [
  { slug: 'paris-alger', name: 'Paris → Alger' },
  { slug: 'lyon-alger', name: 'Lyon → Alger' },
  { slug: 'marseille-oran', name: 'Marseille → Oran' },
  { slug: 'paris-oran', name: 'Paris → Oran' },
  { slug: 'lille-alger', name: 'Lille → Alger' },
] as const;
