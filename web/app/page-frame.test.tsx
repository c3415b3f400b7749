import { expect, test } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { useDocumentHead, useDocumentTitle } from '#web/lib/document/document-head.ts';
import { PageFrame } from './page-frame.tsx';
import { notFoundPage } from './pages.ts';

test('a title that is known when the page opens wins over the title of the table of pages', () => {
  const Titled = () => {
    useDocumentTitle('Amel B.');
    return null;
  };
  renderPart(
    <PageFrame page={notFoundPage}>
      <Titled />
    </PageFrame>,
  );
  expect(document.title).toBe('Amel B. – Envoyage');
});

test('so does a head, and the next page starts with its own', () => {
  const head = { path: '/colis/paris-alger', title: '2 colis', description: 'De Paris à Alger', isListed: true };
  const Described = () => {
    useDocumentHead(head);
    return null;
  };
  renderPart(
    <PageFrame page={notFoundPage}>
      <Described />
    </PageFrame>,
  );
  const content = (name: string) => document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute('href');
  expect([document.title, content('robots'), content('description'), canonical()]).toEqual([
    '2 colis – Envoyage',
    'index, follow',
    'De Paris à Alger',
    `${location.origin}/colis/paris-alger`,
  ]);
  renderPart(<PageFrame page={notFoundPage}>{null}</PageFrame>);
  expect([document.title, content('robots'), canonical()]).toEqual([
    'Page non trouvée – Envoyage',
    'noindex',
    undefined,
  ]);
});
