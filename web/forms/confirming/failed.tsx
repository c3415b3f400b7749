import type { Failure } from '#web/forms/confirming/failure.ts';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

export const Failed = ({ title, detail, wayOut }: Failure) => (
  <ErrorPanel title={title} message={detail}>
    {wayOut && <WayOutLink wayOut={wayOut} />}
  </ErrorPanel>
);
