import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { asProblem } from '#web/lib/api/problem.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/ui/notice.css';

interface ErrorPanelProps {
  title?: string | undefined;
  message: string;
  onRetry?: () => void;
  /** What the member can do about it. */
  children?: ReactNode;
}

/** What could not be loaded or done: what happened, and « Réessayer ». */
export function ErrorPanel({ title, message, onRetry, children }: ErrorPanelProps) {
  return (
    <div role="alert" className="panel panel--error">
      <TriangleAlert className="panel__icon" aria-hidden="true" />
      <div className="stack">
        {title && <p className="panel__title">{title}</p>}
        <p>{message}</p>
        {children}
        {onRetry && (
          <Button size="small" onClick={onRetry}>
            Réessayer
          </Button>
        )}
      </div>
    </div>
  );
}

interface LoadFailedProps {
  title?: string;
  error: unknown;
  onRetry: () => void;
}

/**
 * The same for an answer of the server that did not come, with its sentence. What does not exist is not asked for
 * again.
 */
export function LoadFailed({ title = 'Impossible de charger les données', error, onRetry }: LoadFailedProps) {
  const { code, detail } = asProblem(error);
  return <ErrorPanel title={title} message={detail} {...(code === 'NOT_FOUND' ? {} : { onRetry })} />;
}
