import { usePagesAhead } from '#web/app/pages-ahead.ts';
import { AppRoutes } from '#web/app/router.tsx';
import { Announcer } from '#web/app/shell/announcer.tsx';
import { Toaster } from '#web/app/shell/toaster.tsx';

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
