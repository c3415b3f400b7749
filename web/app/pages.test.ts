import { expect, test } from 'vitest';
import { paths, patterns } from '#shared/site/paths.ts';
import { findPage, notFoundPage, pages, redirects } from '#web/app/pages.ts';
import { documentTitle } from '#web/lib/document/document-head.ts';

test('each address has one page and each page its own French title', () => {
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
  expect(pages.every((page) => page.path.startsWith('/') && page.title.length > 0)).toBe(true);
});

test.each([...pages, notFoundPage])('the page $path can be loaded', async (page) => {
  expect(Object.values(await page.load())).toEqual([expect.any(Function)]);
});

test('an address finds its page, an unknown one does not', () => {
  expect(findPage('/')?.path).toBe('/');
  expect(findPage('/terms')?.title).toBe('Conditions générales');
  expect(findPage('/terms/more')).toBeUndefined();
  expect(findPage('/nowhere')).toBeUndefined();
});

const written = Object.values(paths).map((path) => {
  const address = typeof path === 'string' ? path : path('m1');
  return new URL(address, 'https://envoyage.test').pathname;
});

test.each(written)('the address %s reaches a page', (path) => {
  expect(findPage(path)).toBeDefined();
});

test('each page has an address that links can use', () => {
  const reached = new Set(written.map((path) => findPage(path)?.path));
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  expect(Object.values(patterns).filter((pattern) => !reached.has(pattern))).toEqual([]);
});

test('redirects never point to themselves', () => {
  expect(redirects.filter(({ from, to }) => from === to)).toEqual([]);
});

test('the document title names page and product', () => {
  expect(documentTitle('Mes colis')).toBe('Mes colis – Envoyage');
});
