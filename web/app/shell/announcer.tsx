import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTopmostDialog } from '#web/app/shell/topmost-dialog.ts';
import { announcements } from '#web/lib/announce.ts';

/** The polite live region that `announce` speaks through: in the page, or in the dialog that stands before it. */
export function Announcer() {
  const sentence = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  const dialog = useTopmostDialog();
  // What was said of the page is no part of the dialog.
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
