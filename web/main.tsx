import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#web/theme/app.css';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { findPage } from '#web/app/pages.ts';

const app = (
  <StrictMode>
    <App />
    <Alive />
  </StrictMode>
);

/** Tells `start.ts` that buttons work from now on: effects run once all before them stands. */
function Alive() {
  useEffect(() => void document.dispatchEvent(new Event('envoyage.alive')), []);
  return null;
}

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
  const isThisPage = page && findPage(location.pathname.replace(/(?<=.)\/+$/, '')) === page;
  if (!isThisPage) return replace(root);
  loadAhead(page)
    .catch(() => {})
    .finally(() => (root.inert ? replace(root) : hydrateRoot(root, app)));
}

function replace(preview: HTMLElement): void {
  preview.inert = false;
  createRoot(preview).render(app);
}
