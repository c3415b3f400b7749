import { expect, test } from 'vitest';
import { paths } from '#shared/site/paths.ts';
import { pages } from '#web/app/pages.ts';
import { documentsOf, isAsset, isPage } from '#web/worker/push.ts';

test('every page of the site starts without a network', () => {
  for (const { path } of pages) expect(isPage(path.replaceAll(/:\w+/g, 'a1')), path).toBe(true);
});

test.each([
  '/api/messages',
  '/api',
  '/ws',
  '/media/avatars/a.webp',
  '/p/123',
  '/t/123',
  '/stop',
  '/_tools/inbox',
  '/places/4f2c/FR.json',
  '/config.json',
  '/sw.js',
])('%s is left to the network', (path) => {
  expect(isPage(path)).toBe(false);
  expect(isAsset(path)).toBe(false);
});

test('an address gets its own document, or the application', () => {
  expect(documentsOf('/')).toEqual(['/index.html', '/app.html']);
  expect(documentsOf('/terms/')).toEqual(['/terms/index.html', '/app.html']);
  expect(documentsOf(paths.messaging)).toEqual([`${paths.messaging}/index.html`, '/app.html']);
});
