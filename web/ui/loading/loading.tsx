import { useEffect, useState } from 'react';
import { announce } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';

/** Milliseconds before the wait is announced. */
const longMs = 8_000;
const sentence = "C'est long…";

/** Empty at first; after a long wait, « C'est long… » and a button to try again. */
export function SlowAnswer({ onRetry }: { onRetry: () => void }) {
  const [tries, setTries] = useState(0);
  const [longTry, setLongTry] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setLongTry(tries);
      announce(sentence);
    }, longMs);
    return () => clearTimeout(timer);
  }, [tries]);
  if (longTry !== tries) return null;
  return (
    <div className="cluster slow-answer">
      <span>{sentence}</span>
      <Button size="small" onClick={() => (setTries(tries + 1), onRetry())}>
        Réessayer
      </Button>
    </div>
  );
}

export function Spinner({ label, onRetry }: { label: string; onRetry?: () => void }) {
  return (
    <div className="spinner">
      <span className="spinner__ring" aria-hidden="true" />
      <output>{label}</output>
      {onRetry && <SlowAnswer onRetry={onRetry} />}
    </div>
  );
}
