import { Badge } from '#web/ui/badge.tsx';
import { Facts } from '#web/ui/facts.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  'texts and an element': (
    <Facts
      facts={[
        ['Départ', 'Paris'],
        ['Arrivée', 'Alger'],
        [
          'État',
          <Badge key="state" tone="progress">
            En transit
          </Badge>,
        ],
        ['Contenu', "Des vêtements d'enfants, deux paires de chaussures et un livre de cuisine, emballés ensemble"],
      ]}
    />
  ),
};
