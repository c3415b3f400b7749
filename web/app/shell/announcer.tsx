import { useSyncExternalStore } from 'react';
import { announcements } from '#web/lib/announce.ts';

/** The polite live region of `announce`. */
export function Announcer() {
  const sentence = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {sentence}
    </div>
  );
}
