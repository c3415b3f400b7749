import { Providers } from '#web/app/providers.tsx';
import { Frame } from '#web/app/shell/frame.tsx';

export function App() {
  return (
    <Providers>
      <Frame />
    </Providers>
  );
}
