import type { ButtonHTMLAttributes } from 'react';

type SubmitButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  busy?: boolean;
  /** What the button says while busy; by default it keeps its text. */
  busyText?: string;
  variant?: 'primary' | 'destructive' | 'default';
};

/**
 * A button that sends something. While busy it ignores clicks but keeps the focus: a disabled button would
 * throw it back to the top of the page.
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
  const look = variant === 'default' ? '' : `amplify-button--${variant}`;
  return (
    <button
      type="submit"
      {...rest}
      className={`amplify-button ${look} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="spinner__ring spinner__ring--small" aria-hidden="true" />}
      {busy && busyText ? busyText : children}
    </button>
  );
}
