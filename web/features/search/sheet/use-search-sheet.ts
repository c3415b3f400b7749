import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Whether the sheet is open stands in the history, so that the back button closes it and a reload keeps it. What is
 * typed in it filters at once, in the entry of the sheet. `ahead` loads the sheet: it opens when its code is there,
 * unless the person has gone elsewhere.
 */
export function useSearchSheet(ahead: () => Promise<void>, onClosed: () => void) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const openedAt = useRef<string>(undefined);
  const isSearching = useRef(false);
  const isOpening = useRef(false);
  const isOpen = typeof state === 'object' && state !== null && 'sheet' in state;

  useEffect(() => {
    if (isOpen || !isSearching.current) return;
    isSearching.current = false;
    onClosed();
  }, [isOpen, onClosed]);

  useEffect(() => () => void (isOpening.current = false), [pathname, search, isOpen]);

  return {
    isOpen,
    open: async () => {
      if (isOpening.current) return;
      isOpening.current = true;
      await ahead();
      if (!isOpening.current) return;
      openedAt.current = search;
      void navigate(pathname + search, { state: { sheet: true }, preventScrollReset: true });
    },
    close: () => {
      // Nothing was changed: the history has no closed sheet.
      if (openedAt.current === search) return void navigate(-1);
      void navigate(pathname + search, { replace: true, preventScrollReset: true });
    },
    /** The search closes the sheet by its own step; then the results get the focus. */
    leaveToResults: () => void (isSearching.current = true),
  };
}
