import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { documentHandlers, type Renderer } from '#functions/documents/handlers.ts';
import { openTable } from '#functions/platform/table.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import { serve } from '#functions/serve.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { gatewayEvent, gatewaySettings } from '#test/support/gateway-event.ts';
import { meterReads } from '#test/support/meter.ts';
import { fillSearch, someListings } from '#test/support/search/listings.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { freshTable, onDynamoDb } from '#test/support/table.ts';
import { asksOf, renderDocument } from '#web/document.tsx';

Object.assign(process.env, gatewaySettings, {
  RATE_LIMITS: 'off',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
});

const now = Date.parse('2026-12-01T12:00:00Z');
const files = { start: '/start.js', modules: ['/page.js'], opened: [], styles: ['/page.css'] };
const built = {
  template:
    '<html><head><title>X</title><meta name="description" content="x" /></head><body><div id="root"></div></body></html>',
  files: Object.fromEntries(
    ['/', '/find-parcels', '/colis/:corridor', '/trajets/:corridor', '*'].map((path) => [path, files]),
  ),
};
const markup = `</script><script>alert("x")</script><img src=x onerror=alert(1)> & "q" 'a'`;

const paris = { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '2988507' };
const alger = { city: 'Alger', country: 'Algérie', countryCode: 'DZ', placeId: '2507480' };

// A test counts its units.
const fresh = await onDynamoDb(freshTable)();
const table = openTable(fresh.name, fresh.client);
const listings = someListings(60, now);
for (const listing of listings.parcels.slice(0, 50))
  Object.assign(listing, { title: markup, pickup: { ...listing.pickup, placeId: undefined, city: markup } });
for (const listing of listings.parcels.slice(50)) Object.assign(listing, { pickup: paris, delivery: alger });
for (const listing of listings.trips.slice(50)) Object.assign(listing, { depart: paris, arrival: alger });
await fillSearch(table, listings, now);
const deps = {
  table,
  now: () => now,
  newId: randomUUID,
  site: async () => 'https://envoyage.example',
  slugs: fewSlugs,
  renderer: { asksOf, render: (document) => renderDocument({ ...built, ...document }) } satisfies Renderer,
};
const handler = serve(documentRoutes, documentHandlers(deps), deps);
const search = openSearch(
  table,
  () => now,
  placeCountsReader(table, () => now),
);

async function read(row: keyof typeof documentRoutes, query: Record<string, string> = {}, headers = {}) {
  const event = gatewayEvent(documentRoutes[row], { query, headers });
  const { statusCode: status, headers: given = {}, body } = await handler(event, { awsRequestId: 'x' } as Context);
  const html = String(body ?? '');
  return {
    status,
    headers: given as Record<string, string>,
    html,
    /** Addresses of the listings on the page, and those in the data beside it. */
    cards: [...html.matchAll(/href="\/([pt])\/([^"]+)"/g)].map(([, kind, id]) => `${kind} ${id}`),
    data: (
      JSON.parse(/id="answers">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]') as [unknown, { items?: { id: string }[] }][]
    ).flatMap(([, { items }]) => (items ? [items.map(({ id }) => id)] : [])),
  };
}

test('the search answers with what the public search finds, and has it as data as well', async () => {
  const query = { fromCountry: 'France' };
  const [parcels, trips] = await Promise.all([search.parcels(query), search.trips(query)]);
  const page = await read('searchDocument', query);
  expect(page.status).toBe(200);
  expect(page.cards).toEqual(parcels.items.map(({ id }) => `p ${id}`));
  expect(page.data).toEqual([parcels, trips].map(({ items }) => items.map(({ id }) => id)));
  expect((await read('searchDocument', { ...query, tab: 'trips' })).cards).toEqual(
    trips.items.map(({ id }) => `t ${id}`),
  );
});

test('every page of a list is reached by links alone', async () => {
  const seen: string[] = [];
  let query: Record<string, string> = {};
  for (;;) {
    const page = await read('searchDocument', query);
    seen.push(...page.cards);
    const [, next] = /href="\/find-parcels\?([^"]*cursor=[^"]*)"/.exec(page.html) ?? [];
    if (!next) break;
    query = Object.fromEntries(new URLSearchParams(next.replaceAll('&amp;', '&')));
  }
  expect(seen).toHaveLength(60);
  expect(new Set(seen).size).toBe(60);
});

test('the home page has the first listings of both kinds', async () => {
  const [parcels, trips] = await Promise.all([search.parcels({}), search.trips({})]);
  const { status, cards } = await read('homeDocument');
  expect(status).toBe(200);
  expect(cards).toEqual([
    ...trips.items.slice(0, 6).map(({ id }) => `t ${id}`),
    ...parcels.items.slice(0, 6).map(({ id }) => `p ${id}`),
  ]);
});

test('no text of a listing becomes markup', async () => {
  const { html } = await read('searchDocument');
  expect(html.split('&lt;img src=x').length).toBeGreaterThan(20);
  expect(html.includes('<img src=x')).toBe(false);
  expect(html.match(/<script/g)).toHaveLength(2);
});

test('edge caches keep it for 30 s and 30 s more, and an unchanged one is not sent again', async () => {
  const { headers } = await read('searchDocument');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
  });
  const again = await read('searchDocument', {}, { 'if-none-match': headers['etag'] });
  expect([again.status, again.html]).toEqual([304, '']);
  expect((await read('searchDocument', { tab: 'trips' })).headers['etag']).not.toBe(headers['etag']);
});

test('a position of another list, or none, leads to the beginning of this list', async () => {
  const { next } = await search.parcels({});
  for (const cursor of [String(next), 'x', 'e30', 'a'.repeat(2000)]) {
    const { status, headers } = await read('searchDocument', { tab: 'trips', fromCity: 'Paris', cursor });
    expect([status, headers['location'], headers['cache-control']], cursor).toEqual([
      301,
      '/find-parcels?tab=trips&fromCity=Paris',
      'public, max-age=0, s-maxage=60',
    ]);
  }
});

test.each([
  [{ fromCity: 'x'.repeat(5000) }],
  [{ fromCity: '\u0000\ud800' }],
  [{ fromCity: markup, toCity: '%00' }],
  [{ date: '31/02/2026', filter: 'nothing.such', fromPlace: 'x', fromCountry: 'Atlantide' }],
  [{ tab: 'constructor' }],
])('%o has a page', async (query) => {
  const { status, html } = await read('searchDocument', query);
  expect(status).toBe(200);
  expect(html.includes('<img src=x')).toBe(false);
});

test('a document reads what its two searches read, and a corridor nothing more', async () => {
  const query = { fromCity: 'Paris', fromPlace: '2988507', toCity: 'Alger', toPlace: '2507480' };
  const meter = meterReads(fresh.client);
  const unitsOf = async (act: () => Promise<unknown>) => {
    await act();
    const before = meter.units;
    await act();
    return meter.units - before;
  };
  const searches = await unitsOf(() => Promise.all([search.parcels(query), search.trips(query)]));
  expect(searches).toBeGreaterThan(0);
  expect(await unitsOf(() => read('searchDocument', query))).toBe(searches);
  const corridor = { ...query, fromCountry: 'France', toCountry: 'Algérie' };
  const ofCorridor = await unitsOf(() => Promise.all([search.parcels(corridor), search.trips(corridor)]));
  expect(await unitsOf(() => corridorAt('/colis/paris-alger'))).toBe(ofCorridor);
});

test('twenty listings fit into 28 kB, compressed', async () => {
  for (const { html } of [await read('searchDocument'), await read('homeDocument')])
    expect(gzipSync(html).length).toBeLessThan(28_000);
});

test('names of owners are kept out of what search engines quote', async () => {
  const { html } = await read('searchDocument');
  const owners = html.match(/<div class="listing-card__owner"[^>]*>/g) ?? [];
  expect(owners).toHaveLength(20);
  expect(owners.every((tag) => tag.includes('data-nosnippet'))).toBe(true);
});

const corridorAt = (page: string, more: Record<string, string> = {}) => read('corridorDocument', { page, ...more });
const headOf = (html: string) => ({
  title: /<title>(.*?)<\/title>/.exec(html)?.[1],
  robots: /name="robots" content="([^"]*)"/.exec(html)?.[1],
  canonical: /rel="canonical" href="([^"]*)"/.exec(html)?.[1],
});

test('a corridor has both lists of it, its own kind first, and says how many there are', async () => {
  const query = { fromCountry: 'France', fromCity: 'Paris', fromPlace: '2988507', toCity: 'Alger', toPlace: '2507480' };
  const [parcels, trips] = await Promise.all([search.parcels(query), search.trips(query)]);
  expect([parcels.items.length > 5, trips.items.length > 5]).toEqual([true, true]);
  const ids = { p: parcels.items.map(({ id }) => `p ${id}`), t: trips.items.map(({ id }) => `t ${id}`) };
  const ofParcels = await corridorAt('/colis/paris-alger');
  expect(ofParcels.cards).toEqual([...ids.p, ...ids.t.slice(0, 6)]);
  expect(headOf(ofParcels.html)).toEqual({
    title: `${ids.p.length} colis de Paris à Alger – Envoyage`,
    robots: 'index, follow',
    canonical: 'https://envoyage.example/colis/paris-alger',
  });
  const ofTrips = await corridorAt('/trajets/paris-alger');
  expect(ofTrips.cards).toEqual([...ids.t, ...ids.p.slice(0, 6)]);
  expect(headOf(ofTrips.html).title).toBe(`${ids.t.length} trajets de Paris à Alger – Envoyage`);
});

test.each([
  ['/colis/PARIS-Alger', {}],
  ['/colis/paris--alg%C3%A9r/', {}],
  ['/colis/paris%2Falger', {}],
  ['/colis/x-y', { fromPlace: '2988507', toPlace: '2507480' }],
  ['/colis/paris-alger', { fromPlace: '2988507' }],
])('%s %o leads to the canonical address', async (page, ends) => {
  const { status, headers } = await corridorAt(page, ends);
  expect([status, headers['location'], headers['cache-control']]).toEqual([
    301,
    '/colis/paris-alger',
    'public, max-age=0, s-maxage=60',
  ]);
});

test.each([
  '/colis/paris-nowhere',
  '/colis/paris',
  '/colis/',
  '/colis/..',
  '/colis/../find-parcels',
  '/colis/a/b',
  '/colis/%E0%A4%A',
  '/colis/%00-%00',
  `/colis/${'a-'.repeat(3000)}`,
  `/colis/${encodeURIComponent(markup)}`,
  '/elsewhere',
  '',
])('%s is « Page non trouvée »', async (page) => {
  const { status, html, headers } = await corridorAt(page);
  expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=0, s-maxage=60']);
  expect(html).not.toContain('Adresse demandée');
  expect(html.includes('Page non trouvée')).toBe(true);
  expect(html.includes('<img src=x')).toBe(false);
  expect(headOf(html).robots).toBe('noindex');
});

test('an empty corridor is a page that search engines do not list', async () => {
  const { status, html, cards } = await corridorAt('/trajets/lyon-oran');
  expect([status, cards.length]).toEqual([200, 0]);
  expect(headOf(html)).toEqual({
    title: 'Trajets de Lyon à Oran – Envoyage',
    robots: 'noindex',
    canonical: undefined,
  });
});
