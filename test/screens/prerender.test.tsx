import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { pages } from '#web/app/pages.ts';
import { contentOf } from '#web/prerender.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(pages.filter(({ isStatic, isPreviewed }) => isStatic || isPreviewed))(
  'a browser of another zone finds $path as the build of last year has left it',
  async (page) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-30T23:30:00Z') });
    const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const errors = vi.spyOn(console, 'error');
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = await contentOf(page);
    // React's server renderer keeps its contexts until its next work; a browser never has this.
    await prerender(<br />);
    vi.setSystemTime('2027-01-02T02:00:00Z');
    zone.mockReturnValue(300);
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
