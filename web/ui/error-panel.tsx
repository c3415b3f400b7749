import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { asProblem } from '#web/lib/api/problem.ts';
import { Button } from '#web/ui/button.tsx';

interface ErrorPanelProps {
  title?: string | undefined;
  message: string;
  onRetry?: () => void;
  children?: ReactNode;
}

/** A failed load or act: what happened, and « Réessayer ». */
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

/** There is no retry for something that does not exist. */
export function LoadFailed({ title = 'Impossible de charger les données', error, onRetry }: LoadFailedProps) {
  const { code, detail } = asProblem(error);
  return <ErrorPanel title={title} message={detail} {...(code === 'NOT_FOUND' ? {} : { onRetry })} />;
}
