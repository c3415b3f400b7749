import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Examples } from '../examples.ts';

export const examples: Examples = {
  'a title alone': <EmptyState title="Aucun colis pour le moment" />,
  'with a reason and an action': (
    <EmptyState drawing="trips" title="Aucun trajet" action={<Button variant="primary">Proposer un trajet</Button>}>
      Vos trajets apparaîtront ici.
    </EmptyState>
  ),
};
