import type { useDeviceHere } from '#web/features/notices/devices/use-device-here.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** « Activer »: the press after which the browser asks (rule 149). */
export const EnableDevice = ({ enable }: Pick<ReturnType<typeof useDeviceHere>, 'enable'>) => (
  <SubmitButton type="button" busy={enable.isPending} busyText="Activation…" onClick={() => enable.mutate()}>
    Activer
  </SubmitButton>
);
