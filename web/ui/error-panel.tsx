import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { asProblem } from '#web/lib/api/problem.ts';
import { askForProof } from '#web/lib/session/second-factor.ts';
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

/** The same for an answer of the server that did not come, with its sentence, or with the question that it waits for. */
export function LoadFailed({ title = 'Impossible de charger les données', error, onRetry }: LoadFailedProps) {
  const problem = asProblem(error);
  if (problem.code !== 'SECOND_FACTOR') return <ErrorPanel title={title} message={problem.detail} onRetry={onRetry} />;
  const ask = () => {
    askForProof();
    onRetry();
  };
  return (
    <div className="panel panel--info">
      <ShieldCheck className="panel__icon" aria-hidden="true" />
      <div className="stack">
        <p className="panel__title">{problem.title}</p>
        <p>{problem.detail}</p>
        <button type="button" className="amplify-button amplify-button--small" onClick={ask}>
          Saisir mon code
        </button>
      </div>
    </div>
  );
}
