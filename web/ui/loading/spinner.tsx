import { Patience } from '#web/ui/loading/patience.tsx';
import '#web/ui/loading/spinner.css';

/** Only while the session loads; content that loads shows a skeleton of its own shape. */
export function Spinner({ label, onRetry }: { label: string; onRetry?: () => void }) {
  return (
    <div className="spinner">
      <span className="spinner__ring" aria-hidden="true" />
      <output>{label}</output>
      {onRetry && <Patience onRetry={onRetry} />}
    </div>
  );
}
