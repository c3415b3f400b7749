import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { PageFrame } from '#web/app/page-frame.tsx';
import { pages } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import { onceAlive } from '#web/lib/alive.ts';
import { CrashBoundary } from '#web/ui/crash-boundary.tsx';

function Broken(): never {
  throw new Error('This page breaks.');
}

const page = pages.find(({ path }) => path === '/login');
if (!page) throw new Error('There is no /login.');

const framed = (
  <PageFrame page={page}>
    <p>x</p>
  </PageFrame>
);
const broken = (
  <CrashBoundary>
    <Broken />
  </CrashBoundary>
);
const unreadable = <Protected access="guest">x</Protected>;

// `start.ts` holds back every press until then, so without this component a button would never answer.
test.each<[string, ReactNode]>([
  ['a page', framed],
  ['the message of a page that breaks', broken],
  ["the message that one's account cannot be read", unreadable],
])('%s releases the presses that were held back', (_, shown) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const alive = vi.fn<() => void>();
  document.addEventListener('envoyage.alive', alive, { once: true });
  renderPart(shown, { at: '/login', session: { status: 'member', meFailed: true } });
  expect(alive).toHaveBeenCalledOnce();
});

test('what waits for the built page begins when it is replaced, and at once where there is none', () => {
  const begin = vi.fn<() => void>();
  onceAlive(begin);
  expect(begin).toHaveBeenCalledOnce();

  const root = Object.assign(document.createElement('div'), { id: 'root' });
  root.dataset['path'] = '/login';
  document.body.append(root);
  const [waits, left] = [vi.fn<() => void>(), vi.fn<() => void>()];
  onceAlive(waits);
  onceAlive(left)();
  expect(waits).not.toHaveBeenCalled();
  renderPart(framed, { at: '/login' });
  expect(waits).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
  root.remove();
});
