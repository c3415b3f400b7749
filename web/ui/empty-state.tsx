import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '#web/ui/pictures/drawing.tsx';

interface EmptyStateProps {
  drawing?: DrawingName;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list: a drawing, the sentence, the reason, and one action. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Drawing name={props.drawing ?? 'parcels'} />
      <p className="empty-state__title">{props.title}</p>
      {props.lead}
      {props.children && <div className="muted">{props.children}</div>}
      {props.action}
    </div>
  );
}
