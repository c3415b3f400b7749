import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '#web/ui/pictures/drawing.tsx';
import '#web/ui/empty-state.css';

/** An empty list: a drawing, the sentence, the reason, and one action. */
export function EmptyState(props: { drawing?: DrawingName; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <Drawing name={props.drawing ?? 'parcels'} />
      <p className="empty-state__title">{props.title}</p>
      {props.children && <div className="muted">{props.children}</div>}
      {props.action}
    </div>
  );
}
