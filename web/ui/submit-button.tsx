import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { useOnline } from '#web/lib/offline/online.ts';
import { toast } from '#web/lib/toast.ts';
import '#web/ui/loading/loading.css';
import '#web/ui/submit-button.css';

type SubmitButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  busy?: boolean;
  /** Label while busy; by default it keeps its text. */
  busyText?: string;
  variant?: 'primary' | 'destructive' | 'default';
};

/**
 * `onMouseDown` of a control that must not move during a press: a field that loses the focus may show an error, and
 * everything below it moves before the press has ended.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * A button that sends something. While busy it ignores clicks but keeps the focus: a disabled button would
 * lose it.
 */
export function SubmitButton({
  busy = false,
  busyText,
  variant = 'primary',
  children,
  onClick,
  className = '',
  ...rest
}: SubmitButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Now the field loses the focus: its error can no longer move the button away.
    event.currentTarget.focus();
    if (busy) return event.preventDefault();
    toast.retry();
    onClick?.(event);
  };
  const look = variant === 'default' ? '' : `amplify-button--${variant}`;
  return (
    <button
      type="submit"
      {...rest}
      className={`amplify-button ${look} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onMouseDown={keepFocus}
      onClick={press}
    >
      {busy && <span className="spinner__ring spinner__ring--small" aria-hidden="true" />}
      {busy && busyText ? busyText : children}
    </button>
  );
}

/** « Afficher plus »: the next page of a list, while there is one. */
export function MoreButton({ hasMore, busy, onMore }: { hasMore: boolean; busy: boolean; onMore: () => void }) {
  const online = useOnline();
  if (!hasMore) return null;
  if (!online) return <p className="more-button muted">Pas de connexion</p>;
  return (
    <div className="more-button">
      <SubmitButton type="button" variant="default" busy={busy} busyText="Chargement…" onClick={onMore}>
        Afficher plus
      </SubmitButton>
    </div>
  );
}
