import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { documentHandlers } from '#functions/documents/handlers.ts';
import type { Renderer } from '#functions/documents/renderer.ts';
import { openTable } from '#functions/platform/table.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import { serve } from '#functions/serve.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { gatewayEvent, gatewaySettings } from '#test/support/gateway-event.ts';
import { fillSearch, someListings } from '#test/support/search/listings.ts';
import { freshTable } from '#test/support/table.ts';
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
  files: { '/': files, '/find-parcels': files },
};
const markup = `</script><script>alert("x")</script><img src=x onerror=alert(1)> & "q" 'a'`;

const fresh = await freshTable();
const table = openTable(fresh.name, fresh.client);
const listings = someListings(60, now);
for (const listing of listings.parcels)
  Object.assign(listing, { title: markup, pickup: { ...listing.pickup, placeId: undefined, city: markup } });
await fillSearch(table, listings, now);
const deps = {
  table,
  now: () => now,
  newId: randomUUID,
  site: async () => 'https://envoyage.example',
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
      JSON.parse(/id="answers">(.*?)<\/script>/s.exec(html)?.[1] ?? '[]') as [unknown, { items: { id: string }[] }][]
    ).map(([, { items }]) => items.map(({ id }) => id)),
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
  expect(html.split('&lt;img src=x').length).toBeGreaterThan(40);
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
      'no-store',
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
