import { type ComponentProps, useEffect, useState } from 'react';
import { agoText } from '#shared/values/ago.ts';
import { minuteMs } from '#shared/values/time.ts';
import { isLost } from '#web/lib/api/problem.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';

interface SeenAgoProps {
  /** When the shown answer was read; milliseconds, 0 if there is none. */
  at: number;
  /** The reason why no newer answer came. */
  error?: unknown;
  onRetry?: () => void;
}

/** « Vu il y a 12 min · hors connexion », while the content cannot be updated. */
export function SeenAgo({ at, error, onRetry }: SeenAgoProps) {
  const online = useOnline();
  if (at === 0 || (online && !error)) return null;
  return (
    <div className="cluster">
      <Ago key={at} at={at} why={online && !isLost(error) ? 'mise à jour impossible' : 'hors connexion'} />
      {online && onRetry && (
        <Button size="small" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </div>
  );
}

function Ago({ at, why }: { at: number; why: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return <p className="muted small">{`Vu ${agoText(now - at)} · ${why}`}</p>;
}

/** Shows the age of an answer that could not be renewed, and the failure where there is no answer. */
export function LoadState({ at, error, onRetry, title }: SeenAgoProps & ComponentProps<typeof LoadFailed>) {
  if (at > 0) return <SeenAgo {...{ at, error, onRetry }} />;
  return error ? <LoadFailed {...{ error, onRetry }} {...(title && { title })} /> : null;
}
