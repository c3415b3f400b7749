import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { serve } from '#functions/serve.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { shareRoutes } from '#shared/share/contract.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { aParcel, aProfile, aTrip, now } from '#test/access/people.ts';
import { gatewayEvent } from '#test/support/gateway-event.ts';
import { aWorld } from '#test/support/world/world.ts';
import { shareHandlers } from './handlers.ts';
import { asPages } from './pages.ts';

const site = 'https://envoyage.example';
const id = '00000000-0000-4000-8000-000000000001';

/** Places as they were typed, of no list. */
const typed = {
  pickup: { city: 'Paris', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Alger', country: 'Algérie', countryCode: 'DZ' },
};

interface World {
  readonly parcel?: Partial<ParcelRecord>;
  readonly trip?: Partial<TripRecord>;
  /** Null for a deleted owner. */
  readonly owner?: Partial<ProfileRecord> | null;
}

/** The two rows as browsers call them, over a parcel and a trip of one owner with the same id. */
async function shared({ parcel, trip, owner }: World = {}) {
  const { deps } = await aWorld({
    people: owner === null ? [] : [aProfile('O', owner)],
    items: [
      aParcel(1, 'O', { ...typed, size: 'medium', price: { amount: 2000, currency: 'EUR' }, ...parcel }),
      aTrip(1, 'O', { transport: 'plane', ...trip }),
    ],
    start: now,
  });
  const handler = asPages(serve(shareRoutes, shareHandlers(deps), deps));
  return async (row: keyof typeof shareRoutes, given = id, headers = {}, method = 'GET') => {
    const event = gatewayEvent(shareRoutes[row], { params: { parcelId: given, tripId: given }, headers });
    const routeKey = `${method} ${shareRoutes[row].path}`;
    const answer = await handler({ ...event, routeKey }, { awsRequestId: 'test' } as Context);
    return { status: answer.statusCode, headers: answer.headers ?? {}, page: String(answer.body) };
  };
}

const ask = async (world: World, row: keyof typeof shareRoutes = 'sharedParcel') => (await shared(world))(row);
const metaOf = (page: string, name: string) =>
  new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(page)?.[1];

test('a shared parcel says title, route, date, size and price, and leads to its dialog', async () => {
  const { status, headers, page } = await ask({});
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=60',
  });
  expect(metaOf(page, 'title')).toBe('Documents, de Paris à Alger');
  expect(metaOf(page, 'description')).toMatch(
    /^À livrer avant le 1er\u00a0janv.\u00a02031 · Moyen · 1,5\skg · 20(,00)?\s€$/,
  );
  expect(metaOf(page, 'url')).toBe(`${site}/p/${id}`);
  expect(metaOf(page, 'image')).toBe(`${site}/share/medium.png`);
  expect(page).toContain(`href="/find-parcels?parcel=${id}">Voir ce colis</a>`);
  expect(page).toContain(`href="/contact?topic=report&amp;kind=parcel&amp;id=${id}">Signaler cette annonce</a>`);
  // A visitor reads it here and continues by themselves, because the dialog would ask them to sign in first.
  expect(page).not.toContain('refresh');
  expect(page).toMatch(/href="\/find-parcels\?fromCountry=FR&amp;[^"]*">Voir les colis de Paris à Alger<\/a>/);
});

test('between two places of the list the way to similar listings is the page of their route', async () => {
  const [paris, denis] = [
    { city: 'Paris', country: 'France', countryCode: 'FR', placeId: '2988507' },
    { city: 'Saint-Denis', country: 'La Réunion', countryCode: 'RE', placeId: '935264' },
  ];
  const ends = 'paris-saint-denis?fromPlace=2988507&amp;toPlace=935264';
  const parcel = { pickup: paris, delivery: denis };
  for (const change of [{}, { deadline: past }])
    expect((await ask({ parcel: { ...parcel, ...change } })).page).toContain(`href="/colis/${ends}"`);
  const trip = { depart: paris, arrival: denis };
  expect((await ask({ trip: { ...trip, travelDate: past } }, 'sharedTrip')).page).toContain(`href="/trajets/${ends}"`);
});

test('a shared trip says route, day, what it takes and its price', async () => {
  const { status, page } = await ask({}, 'sharedTrip');
  expect(status).toBe(200);
  expect(metaOf(page, 'title')).toBe('Trajet de Paris à Alger, le 1er\u00a0janv.\u00a02031');
  expect(metaOf(page, 'description')).toMatch(/^Avion · Jusqu&#39;à 5\skg · /);
  expect(metaOf(page, 'image')).toBe(`${site}/share/plane.png`);
  expect(page).toContain(`href="/find-parcels?tab=trips&amp;trip=${id}">Voir ce trajet</a>`);
});

test('a fragile parcel has a picture of its own', async () => {
  const { page } = await ask({ parcel: { size: 'large', isFragile: true } });
  expect(metaOf(page, 'image')).toBe(`${site}/share/large-fragile.png`);
});

test('programs may ask for the headers alone', async () => {
  const call = await shared();
  expect(await call('sharedParcel', id, {}, 'HEAD')).toEqual(await call('sharedParcel'));
});

test('nothing that a member typed is markup', async () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;
  const place = { city: hostile, country: hostile, countryCode: 'FR' };
  for (const [world, row] of [
    [{ parcel: { title: hostile, pickup: place, delivery: place } }, 'sharedParcel'],
    [{ trip: { depart: place, arrival: place } }, 'sharedTrip'],
    [{ parcel: { title: hostile, pickup: place, delivery: place, status: 'cancelled' } }, 'sharedParcel'],
  ] as const) {
    const { page } = await ask(world, row);
    expect(page).not.toMatch(/<script|<img src=x|"><|onerror=alert\(1\)>/);
    expect(page).toContain('&lt;script&gt;');
  }
});

test('nothing of the owner, no description and no note is on the page', async () => {
  const owner = { firstName: 'Zoubida', lastName: 'Ouyahia', email: 'zoubida@example.org', phone: '+213555000111' };
  const world = { owner, parcel: { description: 'Clés de Zoubida' }, trip: { notes: 'Appelez Zoubida' } };
  for (const row of ['sharedParcel', 'sharedTrip'] as const) {
    const { status, page } = await ask(world, row);
    expect(status).toBe(200);
    expect(page).not.toMatch(/Zoubida|Ouyahia|example\.org|555000111/);
    expect(page).not.toContain(aProfile('O').id);
  }
});

const past = '2020-01-01';
const carried = { carrierId: aProfile('C').id, assignedAt: '2026-06-15T10:00:00.000Z' };
/** Formerly public listings of visible owners, whose route may be shown. */
const over: readonly (readonly [string, World])[] = [
  ['is paused', { parcel: { status: 'pending' } }],
  ['has a carrier', { parcel: { status: 'carrier_chosen', ...carried } }],
  ['was delivered', { parcel: { status: 'delivered', ...carried } }],
  ['was cancelled', { parcel: { status: 'cancelled' }, trip: { status: 'cancelled' } }],
  ['is past', { parcel: { deadline: past }, trip: { travelDate: past } }],
];
test.each(over)('a listing that %s is gone, with the way to similar ones', async (_state, world) => {
  const { status, headers, page } = await ask(world);
  expect(status).toBe(410);
  expect(headers['cache-control']).toBe('no-store');
  expect(page).toContain('Voir les colis de Paris à Alger');
  expect(page).toContain('href="/find-parcels?fromCountry=FR&amp;fromCity=Paris&amp;toCountry=DZ&amp;toCity=Alger"');
  expect(page).not.toMatch(/Documents|refresh|og:/);
  if (!world.trip) return;
  const trip = await ask(world, 'sharedTrip');
  expect(trip.status).toBe(410);
  expect(trip.page).toContain('Voir les trajets de Paris à Alger');
});

/** Listings that are not public, whose route must stay hidden. */
const hidden: readonly (readonly [string, World])[] = [
  ['waits for its validation', { parcel: { adminStatus: 'pending' }, trip: { adminStatus: 'pending' } }],
  ['was refused', { parcel: { adminStatus: 'rejected' }, trip: { adminStatus: 'rejected' } }],
  ['is of a blocked member', { owner: { status: 'blocked' } }],
  ['is of a member who leaves', { owner: { leavesOn: '2027-01-29' } }],
  ['is of an erased member', { owner: null }],
];
test.each(hidden)('a listing that %s is gone, and nothing is told of it', async (_state, world) => {
  for (const row of ['sharedParcel', 'sharedTrip'] as const) {
    const { status, headers, page } = await ask(world, row);
    expect(status).toBe(410);
    expect(headers['cache-control']).toBe('no-store');
    expect(page).toContain('Cette annonce n&#39;est plus disponible');
    expect(page).not.toMatch(/Paris|Alger|Documents|refresh/);
  }
});

test.each(['12345678-1234-4234-8234-123456789012', '-', 'x', '../me', '%00', 'a'.repeat(5000)])(
  'the id %s is gone too, with the search',
  async (unknown) => {
    const call = await shared();
    for (const row of ['sharedParcel', 'sharedTrip'] as const) {
      const { status, headers, page } = await call(row, unknown);
      expect([status, headers['cache-control']]).toEqual([410, 'no-store']);
      expect(page).toContain(row === 'sharedParcel' ? 'href="/find-parcels"' : 'href="/find-parcels?tab=trips"');
    }
  },
);

test('a request around the edge is a page that says no', async () => {
  const call = await shared();
  const { status, headers, page } = await call('sharedParcel', id, { 'x-origin-secret': 'guess' });
  expect(status).toBe(403);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page).toContain('Réessayer');
  expect(page).not.toContain('Paris');
});
