import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#web/theme/app.css';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { findPage, type Page } from '#web/app/pages.ts';
import { typedEarly } from '#web/app/prerender/typed-early.ts';
import { holdsForms } from '#web/lib/drafts/draft-storage.ts';

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

history.scrollRestoration = 'manual';
// In documents with content of their own the script does not wait for their end. No `await` here: code that others share
// could no longer stand in this file.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

/** Content of the build is taken over where it stands, once the page's code is there; a page that cannot be loaded says so itself. */
function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const rendered = root.dataset['path'];
  const page = rendered === undefined ? undefined : findPage(rendered);
  if (!page || !isHere(page)) {
    createRoot(root).render(app);
    return;
  }
  loadAhead(page)
    .catch(() => {})
    .finally(() => takeOver(root, page));
}

function isHere(page: Page): boolean {
  return findPage(location.pathname.replace(/(?<=.)\/+$/, '')) === page;
}

function takeOver(root: HTMLElement, page: Page): void {
  const tell = typedEarly(root);
  const alive = () => {
    delete root.dataset['path'];
    // Not in the midst of React's own work; members have left the pages of visitors by then.
    if (isHere(page)) setTimeout(tell);
  };
  // Captured: what was pressed comes after what was typed (`start.ts`).
  document.addEventListener('envoyage.alive', alive, { once: true, capture: true });
  // In slices: a phone answers in between.
  startTransition(() => {
    if (page.isStatic || isFirstSight()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** What a form says at first depends on the address, on where one comes from, and on what was typed earlier. */
function isFirstSight(): boolean {
  const state = history.state as { usr?: unknown } | null;
  return location.search === '' && !state?.usr && !holdsForms();
}
