import { expect, test } from 'vitest';
import { pages } from '#web/app/pages.ts';
import { type Manifest, prerenderSite } from '#web/prerender.tsx';

const template =
  '<html><head><title>X</title><meta name="description" content="x" /></head><body><div id="root"></div></body></html>';
const fixed = pages.filter(({ isStatic }) => isStatic);
const forms = pages.filter(({ isPreviewed }) => isPreviewed);
const sources = [
  'home',
  'login',
  'register',
  'find',
  'send-parcel',
  'transport-parcel',
  'subscription',
  'about',
  'how-it-works',
  'faq',
  'terms',
  'privacy',
  'cookies',
  'legal-notice',
  'accessibility',
].map((name) => [`routes/${name}-page.tsx`, { file: `assets/${name}.js`, css: [`assets/${name}.css`] }] as const);
const manifest: Manifest = {
  'index.html': { file: 'assets/index.js' },
  'start.ts': { file: 'assets/start.js' },
  'features/search/sheet/search-sheet.tsx': { file: 'assets/sheet.js', imports: ['index.html', '_dialog.js'] },
  '_dialog.js': { file: 'assets/dialog.js' },
  ...Object.fromEntries(sources),
};
const files = await prerenderSite(template, manifest, undefined);
const documentAt = (path: string) => files[`${path}/index.html`.replace(/^\/+/, '')] ?? '';

test('the page of the search names what its pill opens, without what it has loaded itself', () => {
  expect(documentAt('/find-parcels')).toContain('data-opened="/assets/dialog.js /assets/sheet.js"');
  expect(documentAt('/')).not.toContain('data-opened');
});

test.each(fixed)('$path can be read before any script runs, with its styles', ({ path }) => {
  const html = documentAt(path);
  const name = { '/': 'home', '/payment-methods': 'subscription' }[path] ?? path.slice(1);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).toContain(`data-path="${path}"`);
  expect(html).toContain(`href="/assets/${name}.css"`);
  expect(html).toContain('</footer>');
  expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('src="/assets/start.js"')]);
  expect(html).not.toMatch(/hidden=""|aria-busy|inert/);
});

test.each(forms)(
  '$path stands before any script has run, and its form waits for the one that keeps what is typed',
  ({ path, hasListings }) => {
    const html = documentAt(path);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain(`data-path="${path}">`);
    // A list is read and followed by links alone.
    expect(html.includes('<main inert ')).toBe(!hasListings);
    // The search begins with a pill, behind which its form opens.
    expect(html).toContain(path === '/find-parcels' ? 'search-pill' : '</form>');
  },
);

test('public pages and forms are written with content, others only with their head', () => {
  expect(fixed.map(({ path }) => path)).toEqual([
    '/',
    '/payment-methods',
    '/about',
    '/how-it-works',
    '/faq',
    '/terms',
    '/privacy',
    '/cookies',
    '/legal-notice',
    '/accessibility',
  ]);
  expect(forms.map(({ path }) => path)).toEqual([
    '/login',
    '/register',
    '/find-parcels',
    '/send-parcel',
    '/transport-parcel',
  ]);
  expect(documentAt('/contact')).toContain('<div id="root"></div>');
  expect(documentAt('/contact')).toContain('property="og:title"');
  expect(documentAt('/my-parcels')).toBe('');
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['app.html', 'corridor.html', 'robots.txt', 'sitemap.xml']),
  );
});

test('a page whose chunk the build does not know fails the build', async () => {
  const { 'routes/faq-page.tsx': _, ...others } = manifest;
  await expect(prerenderSite(template, others, undefined)).rejects.toThrow('/faq: the build knows no faq-page.tsx');
});
