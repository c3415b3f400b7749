import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#web/lib/announce.ts';
import { toast } from '#web/lib/toast.ts';

/** Copies `text`; `label` names it (« Copier le numéro de suivi »). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(text);
        announce('Copié');
      },
      () => toast.error('Copie impossible', 'Sélectionnez le texte pour le copier.'),
    );
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={() => void copy()}>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </button>
  );
}
