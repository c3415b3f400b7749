import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { openModal } from '#web/lib/modals.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** Why its act failed; in view however long the dialog is. */
  failure?: ReactNode;
  footer?: ReactNode;
  /** `small` 440 px, `medium` 640 px, `large` 960 px; on phones a sheet from below, `full` over the whole screen. */
  size?: 'small' | 'medium' | 'large' | 'full';
  role?: 'dialog' | 'alertdialog';
}

/**
 * A modal dialog over the native element. The browser keeps the focus inside and returns it to the opener; without an
 * opener, the page's heading gets it. Escape, the cross and the backdrop close it. The element with `data-autofocus`
 * gets the focus first.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, children, failure, footer, size = 'medium', role = 'dialog' } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const close = element && openModal(element);
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      close?.();
      giveFocusBack(opener);
    };
  }, []);

  return (
    // Keyboard users close it with Escape or the cross; a click beside it is a shortcut for the pointer.
    <dialog
      ref={dialog}
      role={role}
      className={`dialog dialog--${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => event.target === dialog.current && !dialog.current.open && onClose()}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog__box">
        <div className="dialog__top">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Fermer" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="dialog__content">{children}</div>
        {failure && <div className="dialog__failure">{failure}</div>}
        {footer && <div className="dialog__footer">{footer}</div>}
      </div>
    </dialog>
  );
}

function giveFocusBack(opener: Element | null): void {
  const stays = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  if (!stays) return focusHeading();
  opener.focus({ preventScroll: true });
  // The act may replace its button a moment after its question.
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusHeading();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/**
 * `onClose` of a dialog whose form is being sent. It stays open until the outcome is known, because a failure needs the
 * typed text.
 */
export const heldWhile =
  (isBusy: boolean, onClose: () => void): (() => void) =>
  () => {
    if (!isBusy) onClose();
  };
