import { History } from 'lucide-react';
import type { FileLink } from '#shared/values/files.ts';
import { FileButton, LookButton } from '#web/ui/files/look-button.tsx';
import type { Examples } from '../../examples.ts';

const words = {
  icon: History,
  label: 'Historique',
  of: 'Sac de vêtements',
  failed: "Impossible de charger l'historique",
};

const file = { label: "Voir la pièce d'identité", alt: "Pièce d'identité d'Amel Benali" };

const link = (kind: FileLink['kind']): FileLink => ({ url: '/favicon.svg', kind, expiresAt: '2027-01-01T00:00:00Z' });

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
  'a picture': <FileButton {...file} read={async () => link('image')} />,
  'a PDF': <FileButton {...file} read={async () => link('pdf')} />,
  'a file that cannot be read': <FileButton {...file} read={() => Promise.reject(new Error('no answer'))} />,
};
