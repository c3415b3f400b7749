import type { Sending } from '#web/lib/api/upload.ts';
import { Button } from '#web/ui/button.tsx';

/** A file on its way. `label` names it. */
export const SendingBar = ({ sending: { share, stop }, label }: { sending: Sending; label: string }) => (
  <>
    <progress value={share} max={1} aria-label={label} />
    {stop && (
      <Button variant="link" size="small" aria-label={`Arrêter : ${label}`} onClick={stop}>
        Arrêter
      </Button>
    )}
  </>
);
