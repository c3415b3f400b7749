import { TriangleAlert } from 'lucide-react';
import { asProblem } from '#web/lib/api/problem.ts';
import '#web/ui/notice.css';

/** A part of a page that could not be loaded: what happened, and « Réessayer ». */
export function ErrorPanel({ title, message, onRetry }: { title?: string; message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="panel panel--error">
      <TriangleAlert className="panel__icon" aria-hidden="true" />
      <div className="stack">
        {title && <p className="panel__title">{title}</p>}
        <p>{message}</p>
        {onRetry && (
          <button type="button" className="amplify-button amplify-button--small" onClick={onRetry}>
            Réessayer
          </button>
        )}
      </div>
    </div>
  );
}

type LoadFailedProps = { title?: string; error: unknown; onRetry: () => void };

/**
 * The same for an answer of the server that did not come, with its sentence. What does not exist is not asked for
 * again.
 */
export function LoadFailed({ title = 'Impossible de charger les données', error, onRetry }: LoadFailedProps) {
  const { code, detail } = asProblem(error);
  return <ErrorPanel title={title} message={detail} {...(code === 'NOT_FOUND' ? {} : { onRetry })} />;
}
