import { Button } from '#web/ui/button.tsx';
import { CopyButton, useCopy } from '#web/ui/copy-button.tsx';
import type { Examples } from '../examples.ts';

function OwnButton() {
  const { isCopied, copy } = useCopy('COL-2026-000123');
  return <Button onClick={copy}>{isCopied ? 'Copié' : 'Copier le numéro'}</Button>;
}

export const examples: Examples = {
  icon: <CopyButton text="COL-2026-000123" label="Copier le numéro de suivi" />,
  'a button of its own': <OwnButton />,
};
