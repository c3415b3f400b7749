import { useEffect, useState, useSyncExternalStore } from 'react';
import { messagingWords } from '#shared/messaging/words.ts';
import { liveStatus } from '#web/lib/live/live.ts';

/** A socket that is back within this time was never missed. */
const patienceMs = 3_000;

/** « Reconnexion… » while messages do not arrive by themselves. */
export function Reconnecting() {
  const status = useSyncExternalStore(liveStatus.subscribe, liveStatus.get);
  return <output className="muted small">{status !== 'open' && <AfterPatience key={status} />}</output>;
}

function AfterPatience() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <>{messagingWords.reconnecting}</> : null;
}
