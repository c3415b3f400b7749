import { expect, test } from 'vitest';
import { answersMark } from '#shared/documents/ask.ts';
import { watchSite } from './watch-site.ts';

const site = 'https://envoyage.example';
const isApi = (path: string) => path.startsWith('/api/');
const good = (path: string) =>
  new Response(path === '/' || path === '/find-parcels' ? `<main></main>${answersMark}[]</script>` : 'something', {
    headers: { 'content-type': isApi(path) ? 'application/json' : 'text/html; charset=utf-8' },
  });

/** Checks a site whose answers at an address come in this order; the other addresses are healthy. */
async function walk(answers: Record<string, (() => Response)[]> = {}, isRendered = true) {
  const asked: string[] = [];
  const pauses: number[] = [];
  const result = watchSite({
    site,
    isRendered,
    fetch: async (url) => {
      const path = url.slice(site.length);
      asked.push(path);
      return (answers[path]?.shift() ?? (() => good(path)))();
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { count: await result.catch((error: Error) => error.message), asked, pauses };
}

test('a site that answers is walked once: pages, the listings and the health row', async () => {
  const { count, asked, pauses } = await walk();
  expect(asked.toSorted()).toEqual(['/', '/api/health', '/api/public/parcels', '/find-parcels', '/login', '/terms']);
  expect([count, pauses]).toEqual([6, []]);
});

test('what passes by itself is no failure', async () => {
  const { count, pauses } = await walk({ '/api/health': [() => new Response('', { status: 503 })] });
  expect([count, pauses]).toEqual([6, [2000]]);
});

const refused = (): never => {
  throw new TypeError('fetch failed');
};

test.each([
  ['/api/health', () => new Response('{}', { status: 503 }), 'status 503'],
  [
    '/terms',
    () => new Response('AccessDenied', { status: 200, headers: { 'content-type': 'application/xml' } }),
    'application/xml',
  ],
  ['/', () => new Response('', { headers: { 'content-type': 'text/html' } }), 'empty'],
  ['/login', refused, 'TypeError'],
])('an address that fails twice is named: %s', async (path, answer, reason) => {
  const { count } = await walk({ [path]: [answer, answer] });
  expect(count).toMatch(new RegExp(`^The site does not answer as it should: ${path}: .*${reason}`));
});

test('a document without listings is named, unless the setting leaves the function out', async () => {
  const built = () => new Response('<main></main>', { headers: { 'content-type': 'text/html' } });
  const answers = () => ({ '/find-parcels': [built, built] });
  expect((await walk(answers())).count).toContain('/find-parcels: no listings in the document');
  expect((await walk(answers(), false)).count).toBe(6);
});
