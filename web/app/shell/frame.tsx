import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { usePagesAhead } from '#web/app/pages-ahead.ts';
import { AppRoutes } from '#web/app/router.tsx';
import { announcements } from '#web/lib/announce.ts';
import { useTopmostDialog } from '#web/lib/modals.ts';
import { Toaster } from './toaster.tsx';

/** The polite live region of `announce`: in the page, or in the modal dialog while one is open. */
export function Announcer() {
  const sentence = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  const dialog = useTopmostDialog();
  // An announcement about the page does not belong in the dialog.
  useEffect(() => (dialog ? announcements.set('') : undefined), [dialog]);
  return (
    <>
      <Region sentence={dialog ? '' : sentence} />
      {dialog && createPortal(<Region sentence={sentence} />, dialog)}
    </>
  );
}

const Region = ({ sentence }: { sentence: string }) => (
  <div className="visually-hidden" aria-live="polite" aria-atomic="true">
    {sentence}
  </div>
);

/** The whole screen for any session and any router: the build renders it too. */
export function Frame() {
  return (
    <>
      <PagesAhead />
      <AppRoutes />
      <Toaster />
      <Announcer />
    </>
  );
}

/** Separate, so that a change of the session does not render every page again. */
function PagesAhead() {
  usePagesAhead();
  return null;
}
