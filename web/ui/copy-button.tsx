import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';

/** Copies `text` and announces `said`; `isCopied` until there is another text. */
export function useCopy(text: string, said = 'Copié'): { isCopied: boolean; copy: () => void } {
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(text);
        announce(said);
      },
      () => toast.error('Copie impossible', 'Sélectionnez le texte pour le copier.'),
    );
  return { isCopied: copied === text, copy };
}

/** Copies `text`; `label` names it (« Copier le numéro de suivi »). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={copy}>
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </button>
  );
}
