import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider } from '#web/app/session-provider.tsx';
import { Frame } from '#web/app/shell/frame.tsx';
import { queryClient } from '#web/lib/api/query.ts';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <BrowserRouter>
          <Frame />
        </BrowserRouter>
      </SessionProvider>
    </QueryClientProvider>
  );
}
