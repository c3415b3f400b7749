import { useEffect, useState } from 'react';
import { waitWords } from '#shared/client-refusals.ts';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const pauseSeconds = 60;

interface ResendButtonProps {
  children: string;
  send: () => Promise<unknown>;
  act: 'confirmation' | 'passwordRequest';
  /** A mail was just sent when this appears. */
  justSent?: boolean;
}

/** Sends a mail again, at most once a minute. While it waits it keeps the focus and ignores clicks. */
export function ResendButton({ children, send, act, justSent = false }: ResendButtonProps) {
  const [seconds, startPause] = usePause(justSent ? pauseSeconds : 0);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const resting = busy || seconds > 0;

  const resend = async () => {
    setBusy(true);
    try {
      await send();
      startPause(pauseSeconds);
      setOutcome('Email renvoyé. Vérifiez aussi vos courriers indésirables.');
    } catch (error) {
      const { title, detail } = sentenceOf(act, error);
      if (error instanceof ApiProblem && error.code === 'TOO_MANY') {
        startPause(Math.max(pauseSeconds, error.retryAfterSeconds ?? 0));
      }
      toast.error(title, detail);
      setOutcome(detail);
    }
    setBusy(false);
  };

  return (
    <div className="stack stack--tight">
      <div className="cluster">
        <Button
          aria-busy={busy || undefined}
          aria-disabled={resting || undefined}
          onClick={() => (resting ? undefined : void resend())}
        >
          {children}
        </Button>
        {seconds > 0 && (
          <span className="muted small numeric">
            Nouvel envoi possible dans {seconds > 90 ? waitWords(seconds) : `${seconds} s`}
          </span>
        )}
      </div>
      <output className="small">{outcome}</output>
    </div>
  );
}

/** Remaining seconds of a pause, computed from the clock, so that they are right after the tab was suspended. */
function usePause(initial: number): [seconds: number, start: (seconds: number) => void] {
  const [now, setNow] = useState(() => Date.now());
  const [until, setUntil] = useState(() => now + initial * 1000);
  const waiting = until > now;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), start];
}
