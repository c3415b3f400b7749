import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#web/theme/app.css';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { findPage } from '#web/app/pages.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
history.scrollRestoration = 'manual';

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// Content of the build is taken over where it stands, once the page's code is there; a page that cannot be loaded says so itself.
const rendered = root.dataset['path'];
const page = rendered === undefined ? undefined : findPage(rendered);
if (page && findPage(location.pathname.replace(/(?<=.)\/+$/, '')) === page) {
  loadAhead(page)
    .catch(() => {})
    .finally(() => hydrateRoot(root, app));
} else createRoot(root).render(app);
