import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { pages } from '#web/app/pages.ts';
import { contentOf } from '#web/prerender.tsx';

afterEach(() => vi.restoreAllMocks());

test.each(pages.filter(({ isStatic, isPreviewed }) => isStatic || isPreviewed))(
  'a browser finds $path as the build has left it',
  async (page) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const errors = vi.spyOn(console, 'error');
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = await contentOf(page);
    // React's server renderer keeps its contexts until its next work; a browser never has this.
    await prerender(<br />);
    history.replaceState(null, '', page.path);
    await loadAhead(page);
    const recovered: unknown[] = [];
    const app = await act(async () =>
      hydrateRoot(
        root,
        <StrictMode>
          <App />
        </StrictMode>,
        { onRecoverableError: (error) => void recovered.push(error) },
      ),
    );
    expect(recovered).toEqual([]);
    expect(errors.mock.calls.filter(([text]) => !/multiple renderers/.test(String(text)))).toEqual([]);
    await act(async () => app.unmount());
    root.remove();
  },
);
