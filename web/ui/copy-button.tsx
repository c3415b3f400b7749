import { Check, Copy } from 'lucide-react';
import { useCopy } from '#web/ui/use-copy.ts';

/** Copies `text`; `label` names it (« Copier le numéro de suivi »). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={copy}>
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </button>
  );
}
