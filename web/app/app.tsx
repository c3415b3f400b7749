import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider } from '#web/app/session-provider.tsx';
import { Frame } from '#web/app/shell/frame.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { CrashBoundary } from '#web/ui/crash-boundary.tsx';

export function App() {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <BrowserRouter>
            <Frame />
          </BrowserRouter>
        </SessionProvider>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
