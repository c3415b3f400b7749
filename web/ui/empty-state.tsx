import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import type { DrawingName } from '#web/ui/drawing.tsx';
import '#web/ui/empty-state.css';

/** Lazy, because lists are seldom empty; without the drawing the text is enough. */
const Drawing = lazyPart(() => import('#web/ui/drawing.tsx').then((file) => file.Drawing), NoDrawing);
function NoDrawing() {
  return <svg className="drawing" width="120" height="110" aria-hidden="true" />;
}

/** An empty list: a drawing, the sentence, the reason, and one action. */
export function EmptyState(props: { drawing?: DrawingName; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <Suspense fallback={<NoDrawing />}>
        <Drawing name={props.drawing ?? 'parcels'} />
      </Suspense>
      <p className="empty-state__title">{props.title}</p>
      {props.children && <div className="muted">{props.children}</div>}
      {props.action}
    </div>
  );
}
