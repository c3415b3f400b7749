import { useLayoutEffect, useRef } from 'react';
import type { Sending } from '#web/lib/api/upload.ts';
import { Button } from '#web/ui/button.tsx';

/** A file on its way. `label` names it. It comes into view, because on a phone the pressed button may be far below. */
export function SendingBar({ sending: { share, stop }, label }: { sending: Sending; label: string }) {
  const bar = useRef<HTMLProgressElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    for (const part of [end, bar]) part.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <>
      <progress ref={bar} value={share} max={1} aria-label={label} />
      {stop && (
        <Button ref={end} variant="link" size="small" aria-label={`Arrêter : ${label}`} onClick={stop}>
          Arrêter
        </Button>
      )}
    </>
  );
}
