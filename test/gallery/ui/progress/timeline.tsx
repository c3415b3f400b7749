import { Timeline } from '#web/ui/progress/timeline.tsx';
import type { Examples } from '../../examples.ts';

export const examples: Examples = {
  'a step of each state': (
    <Timeline
      label="Étapes de la livraison"
      steps={[
        { key: 'accepted', title: 'Accepté', state: 'done', at: '20 novembre à 14:05' },
        { key: 'transit', title: 'En transit', state: 'current', at: '21 novembre à 09:30', children: <p>Lyon</p> },
        { key: 'delivered', title: 'Livré', state: 'later' },
      ]}
    />
  ),
};
