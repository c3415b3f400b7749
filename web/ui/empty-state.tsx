import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '#web/lib/load-part.ts';
import type { DrawingName } from '#web/ui/drawing.tsx';
import '#web/ui/empty-state.css';
import '#web/ui/drawing.css';

/** Lists are seldom empty; where it does not come, the words say it all. */
const Drawing = lazyPart(() =>
  import('#web/ui/drawing.tsx').then(
    (file) => file.Drawing,
    () => NoDrawing,
  ),
);
const NoDrawing = () => <svg className="drawing" width="120" height="110" aria-hidden="true" />;

/** Nothing here: drawing, the sentence, why, and one thing to do about it. */
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
