import { SlowNotice } from '#web/ui/loading/slow-notice.tsx';
import '#web/ui/loading/spinner.css';

/** Only while the session loads; loading content shows a skeleton of its shape. */
export function Spinner({ label, onRetry }: { label: string; onRetry?: () => void }) {
  return (
    <div className="spinner">
      <span className="spinner__ring" aria-hidden="true" />
      <output>{label}</output>
      {onRetry && <SlowNotice onRetry={onRetry} />}
    </div>
  );
}
