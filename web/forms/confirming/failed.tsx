import { anywayText } from '#shared/messaging/warnings.ts';
import type { Failure } from '#web/forms/confirming/failure.ts';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

export const Failed = ({ title, detail, wayOut, warning, onAnyway }: Failure & { onAnyway?: () => void }) => (
  <ErrorPanel title={title} message={detail}>
    {wayOut && <WayOutLink wayOut={wayOut} />}
    {warning && onAnyway && <Button onClick={onAnyway}>{anywayText}</Button>}
  </ErrorPanel>
);
