import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { type Toast, type ToastKind, type ToastLink, toast, toastDurationMs } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const icons: Record<ToastKind, typeof Info> = { success: CircleCheck, error: TriangleAlert, info: Info };

export function ToastCard({ entry, paused }: { entry: Toast; paused: boolean }) {
  const { id, kind, title, description, link } = entry;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => toast.dismiss(id), toastDurationMs[kind]);
    return () => clearTimeout(timer);
  }, [paused, id, kind]);
  const Icon = icons[kind];
  return (
    <span className={`toast toast--${kind}`}>
      <Icon className="toast__icon" size={20} aria-hidden="true" />
      <span className="toast__words">
        <span className="toast__title">{title}</span>
        {description && <span className="toast__text">{description}</span>}
        {link && <WayOut link={link} onAct={() => toast.dismiss(id)} />}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Fermer la notification : ${title}`}
        onClick={() => toast.dismiss(id)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </span>
  );
}

function WayOut({ link, onAct }: { link: ToastLink; onAct: () => void }) {
  if ('to' in link) return <WayOutLink wayOut={link} />;
  return (
    <Button variant="link" size="small" onClick={() => (onAct(), link.act())}>
      {link.text}
    </Button>
  );
}
