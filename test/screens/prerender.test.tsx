import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answered } from '#shared/documents/ask.ts';
import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import { App } from '#web/app/app.tsx';
import { loadAhead } from '#web/app/lazy-page.ts';
import { findPage, pages } from '#web/app/pages.ts';
import { contentOf } from '#web/app/prerender/content.tsx';
import { asksOf, renderDocument } from '#web/document.tsx';
import { queryClient } from '#web/lib/api/query.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(pages.filter(({ isStatic, isPreviewed }) => isStatic || isPreviewed))(
  'a browser of another zone finds $path as the build of last year has left it',
  async (page) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-30T23:30:00Z') });
    const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const errors = vi.spyOn(console, 'error');
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = await contentOf(page.path);
    // React's server renderer keeps its contexts until its next work; a browser never has this.
    await prerender(<br />);
    vi.setSystemTime('2027-01-02T02:00:00Z');
    zone.mockReturnValue(300);
    history.replaceState(null, '', page.path);
    await loadAhead(page);
    const recovered: unknown[] = [];
    const app = await act(async () =>
      hydrateRoot(
        root,
        <StrictMode>
          <App />
        </StrictMode>,
        { onRecoverableError: (error) => void recovered.push(error) },
      ),
    );
    expect(recovered).toEqual([]);
    expect(errors.mock.calls.filter(([text]) => !/multiple renderers/.test(String(text)))).toEqual([]);
    await act(async () => app.unmount());
    root.remove();
  },
);

const place = (city: string, countryCode: string, country: string) => ({ city, country, countryCode, placeId: '1' });
const from = place('Paris', 'FR', 'France');
const to = place('Alger', 'DZ', 'Algérie');
const owner = { firstName: 'Amel', verified: true, rating: 4.5, reviewCount: 3 };
const createdAt = '2026-12-01T08:00:00.000Z';
const parcel: ParcelCard = {
  id: 'p1',
  title: 'Livres',
  pickup: from,
  delivery: to,
  deadline: '2027-03-01',
  weightGrams: 1500,
  size: 'small',
  isFragile: true,
  hasElectronics: false,
  createdAt,
  owner,
};
const trip: TripCard = {
  id: 't1',
  depart: from,
  arrival: to,
  stops: [],
  travelDate: '2027-03-01',
  transport: 'plane',
  maxWeightKg: 5,
  maxSize: 'small',
  priceType: 'per_kg',
  acceptsFragile: true,
  acceptsElectronics: false,
  createdAt,
  owner,
};
const corridor = { slug: 'paris-alger', from, to };
const replies = {
  searchParcels: { items: [parcel], next: 'xyz' },
  searchTrips: { items: [trip], next: 'xyz' },
  readCorridors: { items: [{ ...corridor, parcels: 3, trips: 25 }] },
  readCorridor: { ...corridor, neighbours: [{ ...corridor, slug: 'alger-paris', parcels: 1, trips: 0 }] },
};
const template = '<html><head></head><body><div id="root"></div></body></html>';
const pageFiles = { start: '/start.js', modules: [], opened: [], styles: [] };
const files = Object.fromEntries(pages.map(({ path }) => [path, pageFiles]));

test.each([
  '/',
  '/find-parcels',
  '/find-parcels?tab=trips',
  '/find-parcels?fromCity=Paris&toCountry=DZ&filter=newest.size-small',
  '/find-parcels?cursor=abc',
  '/find-parcels?tab=trips&toCity=Oran&cursor=abc',
  '/find-parcels?date=2027-01-01',
  '/colis/paris-alger',
  '/trajets/paris-alger',
])('the application takes %s over with its listings, asks for none and finds nothing different', async (address) => {
  const shown = address.startsWith('/find-parcels') ? 1 : 2;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: unknown) => (asked.push(String(url)), new Promise(() => {})));
  const errors = vi.spyOn(console, 'error');
  const answers: Answered[] = [];
  for (let asks = asksOf(address); asks.length > 0; asks = asksOf(address, answers))
    answers.push(...asks.map((ask): Answered => [ask, replies[ask.row]]));
  const html = await renderDocument({ address, answers, template, files, siteUrl: 'https://envoyage.example' });
  await prerender(<br />);
  const built = new DOMParser().parseFromString(html, 'text/html');
  const root = document.body.appendChild(document.importNode(built.getElementById('root') as HTMLElement, true));
  expect(root.querySelectorAll('.listing-card').length).toBe(shown);
  const data = JSON.parse(built.getElementById('answers')?.textContent ?? '') as [unknown[], unknown][];
  queryClient.clear();
  for (const [key, reply] of data) queryClient.setQueryData(key, reply);
  history.replaceState(null, '', address);
  const page = findPage(new URL(address, 'https://x').pathname);
  if (!page) throw new Error(`${address} has no page.`);
  await loadAhead(page);
  const recovered: unknown[] = [];
  const app = await act(async () =>
    hydrateRoot(
      root,
      <StrictMode>
        <App />
      </StrictMode>,
      { onRecoverableError: (error) => void recovered.push(error) },
    ),
  );
  expect(recovered).toEqual([]);
  expect(errors.mock.calls.filter(([text]) => !/multiple renderers/.test(String(text)))).toEqual([]);
  expect(asked.filter((url) => /public\/(parcels|trips|corridors)/.test(url))).toEqual([]);
  expect(root.querySelectorAll('.listing-card').length).toBe(shown);
  await act(async () => app.unmount());
  root.remove();
});
