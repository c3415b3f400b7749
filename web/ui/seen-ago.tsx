import { useEffect, useState } from 'react';
import { agoText } from '#shared/values/ago.ts';
import { minuteMs } from '#shared/values/time.ts';
import { useOnline } from '#web/lib/offline/online.ts';

interface SeenAgoProps {
  /** When the shown answer was read; milliseconds, 0 if there is none. */
  at: number;
  /** No answer came, although the browser reports a network. */
  isLost?: boolean;
}

/** « Vu il y a 12 min · hors connexion », while the content cannot be updated. */
export function SeenAgo({ at, isLost = false }: SeenAgoProps) {
  const online = useOnline();
  return at > 0 && (isLost || !online) ? <Ago key={at} at={at} /> : null;
}

function Ago({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return <p className="muted small">{`Vu ${agoText(now - at)} · hors connexion`}</p>;
}
