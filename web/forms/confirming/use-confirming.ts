import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf, toastFailure } from '#web/forms/confirming/failure.ts';

export interface Confirming<Given extends unknown[] = []> {
  busy: boolean;
  failure: Failure | undefined;
  confirm: (...given: Given) => void;
  close: () => void;
}

/**
 * The act of a dialog. On success the dialog closes. On failure it stays, with the reason and the typed text; if it was
 * closed before, a toast shows the reason.
 */
export function useConfirming<Given extends unknown[]>(
  act: (...given: Given) => Promise<unknown>,
  onClose: () => void,
): Confirming<Given> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const run = async (given: Given) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act(...given);
      if (isThere.current) onClose();
    } catch (error) {
      const failed = failureOf(error);
      if (isThere.current) setFailure(failed);
      else toastFailure(failed);
    }
    setBusy(false);
  };
  return {
    busy,
    failure,
    confirm: (...given) => void (busy || run(given)),
    close: () => {
      onClose();
      void failure?.onClosed?.();
    },
  };
}
