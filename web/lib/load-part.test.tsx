import { render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from '#web/lib/load-part.ts';

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const shown = (children: ReactNode) => render(<Suspense fallback={<p>…</p>}>{children}</Suspense>);

test('code that failed just before the network came back is loaded again, without a reload', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const answers = [
    Promise.reject(new TypeError('Failed to fetch')),
    Promise.resolve(() => <p>Questions fréquentes</p>),
  ];
  const Part = lazyPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  shown(<Part />);
  expect(await screen.findByText('Questions fréquentes')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test('a part that was loaded ahead is there at once, and one that could not be is asked again', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve(() => <p>Rechercher</p>)];
  const Part = lazyPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await Part.ahead();
  await Part.ahead();
  shown(<Part />);
  expect(screen.getByText('Rechercher')).toBeVisible();
});
