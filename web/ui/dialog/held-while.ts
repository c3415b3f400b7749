/**
 * `onClose` of a dialog whose form is being sent: it stays open until the outcome is known, because a failure needs the
 * text that was typed.
 */
export const heldWhile =
  (isBusy: boolean, onClose: () => void): (() => void) =>
  () => {
    if (!isBusy) onClose();
  };
