import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '#web/components/drawing.tsx';

/** Nothing here: drawing, the sentence, why, and one thing to do about it. */
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
