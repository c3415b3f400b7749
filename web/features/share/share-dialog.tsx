import { Check, Copy, Mail, MessageCircle } from 'lucide-react';
import { type Shareable, textOf } from '#web/features/share/shareable.ts';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** WhatsApp, copy and mail, where the device has nothing of its own for sharing. */
export function ShareDialog({ what, onClose }: { what: Shareable; onClose: () => void }) {
  const { title, message, arabic, path } = what;
  const url = path && new URL(path, location.origin).href;
  const text = encodeURIComponent(url ? `${textOf(what)}\n${url}` : textOf(what));
  const copied = url ? 'Lien copié' : 'Message copié';
  const { isCopied, copy } = useCopy(url ?? textOf(what), copied);
  return (
    <Dialog open onClose={onClose} title="Partager" size="small">
      <div className="stack">
        <p>{message}</p>
        {arabic && (
          <p lang="ar" dir="rtl">
            {arabic}
          </p>
        )}
        {url && <p className="muted small member-text">{url}</p>}
        <Button as="a" variant="primary" href={`https://wa.me/?text=${text}`} target="_blank" rel="noopener noreferrer">
          <MessageCircle size={20} aria-hidden="true" /> WhatsApp
          <span className="visually-hidden"> (nouvel onglet)</span>
        </Button>
        <Button onClick={copy}>
          {isCopied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
          {isCopied ? copied : url ? 'Copier le lien' : 'Copier le message'}
        </Button>
        <Button as="a" href={`mailto:?subject=${encodeURIComponent(title)}&body=${text}`}>
          <Mail size={20} aria-hidden="true" /> E-mail
        </Button>
      </div>
    </Dialog>
  );
}
