import { History } from 'lucide-react';
import { LookButton } from '#web/ui/files/look-button.tsx';
import type { Examples } from '../../examples.ts';

const words = {
  icon: History,
  label: 'Historique',
  of: 'Sac de vêtements',
  failed: "Impossible de charger l'historique",
};

export const examples: Examples = {
  'shows what it has read': (
    <LookButton {...words} read={async () => 'Publié le 20 novembre'}>
      {(text) => <p>{text}</p>}
    </LookButton>
  ),
  'busy after a press': (
    <LookButton {...words} read={() => new Promise<string>(() => {})}>
      {(text) => <p>{text}</p>}
    </LookButton>
  ),
  'a notice when nothing can be read': (
    <LookButton {...words} read={(): Promise<string> => Promise.reject(new Error('no answer'))}>
      {(text) => <p>{text}</p>}
    </LookButton>
  ),
};
