import { Providers } from '#web/app/providers.tsx';
import { AppRoutes } from '#web/app/router.tsx';
import { Announcer } from '#web/components/announcer.tsx';
import { Toaster } from '#web/components/toaster.tsx';

export function App() {
  return (
    <Providers>
      <AppRoutes />
      <Toaster />
      <Announcer />
    </Providers>
  );
}
