import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The open sheet is an entry of the history, so that the back button closes it and a reload keeps it. Typing filters
 * immediately, within that entry. `ahead` loads the sheet's code; it opens once loaded, unless the person has left.
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
