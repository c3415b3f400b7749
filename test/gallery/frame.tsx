/** One part in all its states, in the look that the address of the frame asks for. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '#web/theme/app.css';
import { Toaster } from '#web/app/shell/toaster.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { translatePage } from '../support/pages/translator.ts';
import type { Examples } from './examples.ts';

const asked = new URLSearchParams(location.search);
const files = import.meta.glob<{ examples: Examples }>('./ui/**/*.tsx');

/** The theme follows the system, so its condition is replaced by the choice of the gallery. */
function chooseAppearance(isDark: boolean): void {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme: dark'))
        rule.media.mediaText = isDark ? 'screen' : 'not all';
}

function Part({ examples }: { examples: Examples }) {
  useEffect(() => {
    chooseAppearance(asked.has('dark'));
    if (asked.has('translated')) return translatePage();
  }, []);
  return (
    <main className="container stack" style={{ paddingBlock: '1rem' }}>
      {Object.entries<ReactNode>(examples).map(([state, example]) => (
        <section key={state} className="stack">
          <h2 className="muted small" lang="en" translate="no">
            {state}
          </h2>
          <div>{example}</div>
        </section>
      ))}
    </main>
  );
}

const { examples } = (await files[`./ui/${asked.get('part')}.tsx`]?.()) ?? { examples: {} };
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Part examples={examples} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>
  </StrictMode>,
);
