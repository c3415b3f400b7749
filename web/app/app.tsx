import { Frame } from '#web/app/frame.tsx';
import { Providers } from '#web/app/providers.tsx';

export function App() {
  return (
    <Providers>
      <Frame />
    </Providers>
  );
}
