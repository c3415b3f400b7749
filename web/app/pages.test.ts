import { expect, test } from 'vitest';
import { findPage, notFoundPage, pages, redirects } from '#web/app/pages.ts';
import { documentTitle } from '#web/lib/document-title.ts';

test('each address has one page and each page its own French title', () => {
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
  expect(pages.every((page) => page.path.startsWith('/') && page.title.length > 0)).toBe(true);
});

test.each([...pages, notFoundPage])('the page $path can be loaded', async (page) => {
  expect((await page.load()).default).toBeTypeOf('function');
});

test('an address finds its page, an unknown one does not', () => {
  expect(findPage('/')?.path).toBe('/');
  expect(findPage('/terms')?.title).toBe('Conditions générales');
  expect(findPage('/terms/more')).toBeUndefined();
  expect(findPage('/nowhere')).toBeUndefined();
});

test('redirects never point to themselves', () => {
  expect(redirects.filter(({ from, to }) => from === to)).toEqual([]);
});

test('the document title names page and product', () => {
  expect(documentTitle('Mes colis')).toBe('Mes colis – Envoyage');
});
