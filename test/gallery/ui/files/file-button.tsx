import type { FileLink } from '#shared/values/files.ts';
import { FileButton } from '#web/ui/files/file-button.tsx';
import type { Examples } from '../../examples.ts';

const label = "Voir la pièce d'identité";
const alt = "Pièce d'identité d'Amel Benali";

const link = (kind: FileLink['kind']): FileLink => ({ url: '/favicon.svg', kind, expiresAt: '2027-01-01T00:00:00Z' });

export const examples: Examples = {
  'a picture': <FileButton label={label} alt={alt} read={async () => link('image')} />,
  'a PDF': <FileButton label={label} alt={alt} read={async () => link('pdf')} />,
  'a file that cannot be read': (
    <FileButton label={label} alt={alt} read={() => Promise.reject(new Error('no answer'))} />
  ),
};
