import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOnline } from '#web/lib/offline/online.ts';
import { preparingFiles } from '#web/lib/preparing-files.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

type SubmitButtonProps = ButtonProps & {
  busy?: boolean;
  /** Label while busy; by default it keeps its text. */
  busyText?: string;
};

/**
 * `onMouseDown` of a control that must not move during a press: a field that loses the focus may show an error and move
 * everything below it before the press ends.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * A button that sends something. While busy it ignores clicks but keeps the focus, which a disabled button would lose.
 * A press while a chosen file is being prepared takes effect once the file is in its field.
 */
export function SubmitButton({
  busy = false,
  busyText,
  variant = 'primary',
  children,
  onClick,
  ...rest
}: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useRepeatedPress(button);
  const isBusy = busy || press.isWaiting;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Now the field loses the focus, and its error can no longer move the button away. The pressed button is in sight:
    // for one in the bottom bar the page would scroll, and carry what is wrong out of it.
    event.currentTarget.focus({ preventScroll: true });
    if (busy || press.mustWait()) return event.preventDefault();
    toast.retry();
    onClick?.(event);
  };
  return (
    <Button
      type="submit"
      {...rest}
      ref={button}
      variant={variant}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onMouseDown={keepFocus}
      onClick={click}
    >
      {isBusy && <span className="spinner__ring spinner__ring--small" aria-hidden="true" />}
      {busy && busyText ? busyText : children}
    </Button>
  );
}

/**
 * Repeats a press that came while files were being prepared, once they are in their fields. A refused file ends the
 * wait, with its sentence at the field.
 */
function useRepeatedPress(button: { readonly current: HTMLButtonElement | null }) {
  const { count, refused } = useSyncExternalStore(preparingFiles.subscribe, preparingFiles.get, preparingFiles.get);
  /** The number of refused files before the waiting press. */
  const [waitsFrom, setWaitsFrom] = useState<number>();
  useEffect(() => {
    if (waitsFrom === undefined || count > 0) return;
    setTimeout(() => {
      setWaitsFrom(undefined);
      if (refused === waitsFrom) button.current?.click();
    });
  }, [waitsFrom, count, refused, button]);
  const mustWait = (): boolean => {
    const now = preparingFiles.get();
    if (now.count > 0) setWaitsFrom(now.refused);
    return now.count > 0;
  };
  return { isWaiting: waitsFrom !== undefined, mustWait };
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
