/**
 * `onClose` of a dialog whose form is being sent. It stays open until the outcome is known, because a failure needs the
 * typed text.
 */
export const heldWhile =
  (isBusy: boolean, onClose: () => void): (() => void) =>
  () => {
    if (!isBusy) onClose();
  };
