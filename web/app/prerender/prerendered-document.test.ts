import { expect, test } from 'vitest';
import { patterns } from '#shared/site/paths.ts';
import { pages } from '#web/app/pages.ts';
import {
  corridorShellOf,
  descriptions,
  documentFile,
  documentOf,
  headOf,
  listedPages,
  robots,
  siteMap,
  unlistedShellOf,
} from '#web/app/prerender/prerendered-document.ts';
import { documentTitle } from '#web/lib/document/document-head.ts';

const template =
  '<html><head><title>X</title>\n<meta name="description" content="x" />\n  </head><body><div id="root"></div></body></html>';
const rendered = {
  content: '<h1>Bonjour</h1>',
  start: '/start.js',
  modules: ['/a.js'],
  opened: [] as string[],
  styles: ['/a.css'],
};
const siteUrl = 'https://envoyage.example.org';
const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const meta = (html: string, name: string) =>
  parsed(html).querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

test.each(listedPages())('the document of $path has the page’s title and description', (page) => {
  const html = documentOf(template, headOf(page), undefined, siteUrl);
  expect(parsed(html).title).toBe(documentTitle(page.title));
  expect(meta(html, 'description')).toBe(descriptions[page.path]);
  expect(meta(html, 'robots')).toBe('index, follow');
  expect(meta(html, 'og:title')).toBe(documentTitle(page.title));
  expect(meta(html, 'og:url')).toBe(siteUrl + page.path);
  expect(meta(html, 'og:image')).toBe(`${siteUrl}/share.png`);
  expect(parsed(html).querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(siteUrl + page.path);
});

test('descriptions are different sentences, short enough for search engines', () => {
  expect(Object.keys(descriptions)).toEqual(listedPages().map(({ path }) => path));
  const sentences = Object.values(descriptions);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.filter(({ length }) => length < 50 || length > 160)).toEqual([]);
});

test('without a known domain no address is invented', () => {
  const [page] = listedPages();
  if (!page) throw new Error('No page is listed.');
  const html = documentOf(template, headOf(page), undefined, undefined);
  expect(parsed(html).querySelector('link[rel=canonical]')).toBeNull();
  expect(meta(html, 'og:url')).toBeUndefined();
  expect(html).not.toContain('undefined');
});

test('content is in the root, which has its address; text is escaped', () => {
  const page = { ...pages[0], path: '/x', title: 'A & "B" <c>' } as (typeof pages)[number];
  const html = documentOf(template, headOf(page), { ...rendered, content: '<h1>$& bonjour</h1>' }, siteUrl);
  const root = parsed(html).querySelector<HTMLElement>('#root');
  expect(root?.dataset['path']).toBe('/x');
  expect(root?.hasAttribute('inert')).toBe(false);
  expect(root?.textContent).toBe('$& bonjour');
  expect(parsed(html).title).toContain('A & "B" <c>');
  expect(parsed(html).querySelector('link[rel=stylesheet]')?.getAttribute('href')).toBe('/a.css');
});

test('answers are data that no text of a listing can end, and the root names the query that they answer', () => {
  const [page] = listedPages();
  if (!page) throw new Error('No page is listed.');
  const answers = [[['search', 'searchParcels'], { title: '</script><script>alert("é")</script>' }]] as const;
  const html = documentOf(template, headOf(page), { ...rendered, query: 'fromCity=A"&b', answers }, siteUrl);
  const document = parsed(html);
  expect(document.querySelector<HTMLElement>('#root')?.dataset['query']).toBe('fromCity=A"&b');
  expect(document.scripts).toHaveLength(2);
  expect(JSON.parse(document.querySelector('#answers')?.textContent ?? '')).toEqual(answers);
});

test('in a document with content one small script loads the application, its entry file first', () => {
  const [page] = listedPages();
  if (!page) throw new Error('No page is listed.');
  const built = template.replace(
    '</head>',
    '<script type="module" crossorigin src="/index.js"></script>\n<link rel="modulepreload" crossorigin href="/core.js"></head>',
  );
  const document = parsed(documentOf(built, headOf(page), rendered, siteUrl));
  const scripts = [...document.scripts];
  expect(scripts.map((script) => script.getAttribute('src'))).toEqual(['/start.js']);
  expect(scripts[0]?.dataset['application']).toBe('/index.js /core.js /a.js');
  expect(document.querySelector('link[rel=modulepreload]')).toBeNull();
  // It runs once the root exists, and before the first paint.
  expect(scripts[0]?.hasAttribute('async')).toBe(false);
  expect(scripts[0]?.parentElement?.localName).toBe('head');
  expect(scripts[0]?.getAttribute('blocking')).toBe('render');
});

test('the document names what its main button opens, where it opens something', () => {
  const [page] = listedPages();
  if (!page) throw new Error('No page is listed.');
  const openedOf = (html: string) => parsed(html).scripts[0]?.dataset['opened'];
  expect(openedOf(documentOf(template, headOf(page), { ...rendered, opened: ['/b.js', '/c.js'] }, siteUrl))).toBe(
    '/b.js /c.js',
  );
  expect(openedOf(documentOf(template, headOf(page), rendered, siteUrl))).toBeUndefined();
});

test('a form is inert until the first script runs, what leads away from it is not, and it fetches the entry beside its styles', () => {
  const form = pages.find(({ path }) => path === '/login');
  if (!form) throw new Error('There is no /login.');
  const built = template.replace('</head>', '<script type="module" crossorigin src="/index.js"></script></head>');
  const document = parsed(
    documentOf(built, headOf(form), { ...rendered, content: '<header></header><main id="main"></main>' }, siteUrl),
  );
  const early = [...document.querySelectorAll('link[rel=modulepreload]')];
  expect(early.map((link) => [link.getAttribute('href'), link.getAttribute('fetchpriority')])).toEqual([
    ['/index.js', 'low'],
  ]);
  expect(document.querySelector('main')?.hasAttribute('inert')).toBe(true);
  expect(document.querySelector('#root')?.hasAttribute('inert')).toBe(false);
});

test('the site map holds exactly the public pages for search engines', () => {
  const listed = [...siteMap(siteUrl).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  const unlisted = ['/forgot-password', '/reset-password', '/confirm-email-success', '/follow'];
  // Pages of routes have a site map of their own.
  const routes: string[] = [patterns.parcelCorridor, patterns.tripCorridor];
  const open = pages.filter(({ access, path }) => access === 'public' && ![...unlisted, ...routes].includes(path));
  expect(listed).toEqual(open.map(({ path }) => siteUrl + path));
  for (const map of ['sitemap.xml', 'corridors.xml'])
    expect(robots(siteUrl).split('\n')).toContain(`Sitemap: ${siteUrl}/${map}`);
  expect(robots()).not.toContain('Sitemap');
});

test('the document that replaces a corridor is a page with title and heading, and leaves to its data whether it is listed', () => {
  const html = corridorShellOf(template);
  expect(parsed(html).querySelector('meta[name="robots"]')).toBeNull();
  expect(parsed(html).querySelector('#root h1')?.textContent).toBe('Colis et trajets entre deux villes');
  expect(parsed(html).title).toBe('Colis et trajets entre deux villes – Envoyage');
});

test('every other address gets only the application, which asks not to be listed', () => {
  const html = unlistedShellOf(template);
  expect(meta(html, 'robots')).toBe('noindex');
  expect(parsed(html).querySelector('#root')?.innerHTML).toBe('');
  expect(listedPages().map(documentFile)).toContain('index.html');
  expect(listedPages().map(documentFile)).toContain('faq/index.html');
});
