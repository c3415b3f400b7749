import { usePagesAhead } from '#web/app/pages-ahead.ts';
import { AppRoutes } from '#web/app/router.tsx';
import { Announcer } from '#web/app/shell/announcer.tsx';
import { Toaster } from '#web/app/shell/toaster.tsx';

/** What is on the screen, whoever is here and wherever the address comes from: the build renders it too. */
export function Frame() {
  usePagesAhead();
  return (
    <>
      <AppRoutes />
      <Toaster />
      <Announcer />
    </>
  );
}
