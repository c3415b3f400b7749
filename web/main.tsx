import '#web/lib/fill-in.ts';

import type { QueryKey } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#web/theme/app.css';
import { documentQuery } from '#shared/site/document-query.ts';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { findPage, type SitePage } from '#web/app/pages.ts';
import { typedEarly } from '#web/app/prerender/typed-early.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { holdsForms } from '#web/lib/drafts/draft-storage.ts';

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

history.scrollRestoration = 'manual';
// « /login/ » and « /login/index.html » are the document of /login.
const plain = location.pathname.replace(/(\/)index\.html$/, '$1').replace(/(.)\/+$/, '$1');
if (plain !== location.pathname) history.replaceState(history.state, '', plain + location.search + location.hash);
// The script does not wait for the end of a document with content. No `await` here: then code shared
// with other chunks could not be in this file.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

/**
 * Prerendered content is hydrated in place, once the page's code is loaded; a page that cannot be loaded shows that
 * itself.
 */
function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const rendered = root.dataset['path'];
  const page = rendered === undefined ? undefined : findPage(rendered);
  if (!page || !isHere(page)) {
    createRoot(root).render(app);
    return;
  }
  takeAnswers();
  loadAhead(page)
    .catch(() => {})
    .finally(() => takeOver(root, page));
}

function isHere(page: SitePage): boolean {
  return findPage(location.pathname) === page;
}

function takeOver(root: HTMLElement, page: SitePage): void {
  const tell = typedEarly(root);
  const alive = () => {
    delete root.dataset['path'];
    // Not during React's own work; by then members have left the pages of visitors.
    if (isHere(page)) setTimeout(tell);
  };
  document.addEventListener('envoyage.alive', alive, { once: true, capture: true });
  startTransition(() => {
    if ((page.isStatic || isFirstSight(root, page)) && !isTranslated(root))
      hydrateRoot(root, app, { onRecoverableError: tellRecovered });
    else createRoot(root).render(app);
  });
}

/**
 * Extensions and translators put elements into a document before it is hydrated. React then renders it again, which is
 * no error of the page.
 */
const tellRecovered = (error: unknown): void => console.warn('The document was rendered again.', error);

/** A translator was faster: the built texts are not there any more (decision 051). */
const isTranslated = (root: HTMLElement): boolean => root.querySelector('font') !== null;

/** The first view of a form depends on the address, the previous page and a draft. A list has no draft. */
function isFirstSight(root: HTMLElement, { hasListings }: SitePage): boolean {
  const state = history.state as { usr?: unknown } | null;
  if (state?.usr) return false;
  if (hasListings) return documentQuery(location.search) === (root.dataset['query'] ?? '');
  return location.search === '' && !holdsForms();
}

/** The document's own answers: its lists need no further request. */
function takeAnswers(): void {
  const text = document.getElementById('answers')?.textContent;
  if (!text) return;
  for (const [key, reply] of JSON.parse(text) as [QueryKey, unknown][]) queryClient.setQueryData(key, reply);
}
