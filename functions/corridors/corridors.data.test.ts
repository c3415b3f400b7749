import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { refreshSnapshots } from '#functions/search/index/snapshot.ts';
import { serve } from '#functions/serve.ts';
import { corridorRoutes, maxBusiest, maxNeighbours } from '#shared/corridors/contract.ts';
import { minuteMs } from '#shared/values/time.ts';
import { gatewayEvent, gatewaySettings } from '#test/support/gateway-event.ts';
import { meterReads } from '#test/support/meter.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { corridorHandlers } from './handlers.ts';

Object.assign(process.env, gatewaySettings, {
  RATE_LIMITS: 'off',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
});

const owner = 'a0000000-0000-4000-8000-000000000001';
const place = (city: string, placeId: string, countryCode = 'FR') => ({ city, placeId, countryCode, country: '' });
const paris = place('Paris', '2988507');
const lyon = place('Lyon', '2996944');
const alger = place('Alger', '2507480', 'DZ');
const oran = place('Oran', '2485926', 'DZ');
const dropped = place('Atlantis', '77');

/** A market with its snapshots, and the rows of corridors as one container answers them. */
async function aMarket() {
  const stream = await aStream();
  const { table, clock } = stream;
  const now = () => clock.now;
  await stream.putProfile(aProfile(owner));
  const deps = { table, now, newId: randomUUID, slugs: fewSlugs, site: async () => 'https://envoyage.example' };
  const handler = serve(corridorRoutes, corridorHandlers(deps), deps);
  const ask = async (row: keyof typeof corridorRoutes, corridor?: string, query?: Record<string, string>) => {
    const params = corridor === undefined ? undefined : { corridor };
    const event = gatewayEvent(corridorRoutes[row], { params, query });
    const { statusCode, headers = {}, body = '' } = await handler(event, { awsRequestId: 'test' } as Context);
    return { status: statusCode, headers, body };
  };
  return {
    ...stream,
    ask,
    read: async (row: 'readCorridors' | 'readCorridor', corridor?: string, query?: Record<string, string>) =>
      JSON.parse((await ask(row, corridor, query)).body),
    /** A parcel or trip between two places. */
    async list(kind: 'parcel' | 'trip', from: typeof paris, to: typeof paris) {
      const id = randomUUID();
      if (kind === 'parcel') await stream.putParcel(aParcel(id, owner, { pickup: from, delivery: to }));
      else await stream.putTrip(aTrip(id, owner, { depart: from, arrival: to }));
    },
    /** Projects all changes and makes the snapshots; the container looks for them after a minute. */
    async settle() {
      await stream.project();
      await refreshSnapshots(table, now);
      clock.now += minuteMs;
    },
  };
}

const slugsIn = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug);

test('without a snapshot a corridor is two places without neighbours, and the market is empty', async () => {
  const { ask, read } = await aMarket();
  expect(await read('readCorridor', 'PARIS--Algér')).toEqual({
    slug: 'paris-alger',
    from: { ...paris, country: 'France' },
    to: { ...alger, country: 'Algérie' },
    neighbours: [],
  });
  expect(await read('readCorridor', 'a', { fromPlace: '2996944', toPlace: '2485926' })).toMatchObject({
    slug: 'lyon-oran',
  });
  expect(await read('readCorridors')).toEqual({ items: [] });
  for (const corridor of ['paris', 'paris-atlantis', '../..', 'a'.repeat(10_000)])
    expect((await ask('readCorridor', corridor)).status, corridor.slice(0, 20)).toBe(404);
  expect((await ask('readCorridor', 'paris-alger', { fromPlace: 'x' })).status).toBe(400);
});

test('the busiest corridors come first, with their parcels and trips; an unlisted or dropped place is in none', async () => {
  const market = await aMarket();
  for (const kind of ['parcel', 'trip', 'parcel'] as const) await market.list(kind, paris, alger);
  for (const kind of ['trip', 'trip'] as const) await market.list(kind, lyon, oran);
  await market.list('parcel', alger, paris);
  for (const _ of [1, 2, 3, 4]) await market.list('parcel', dropped, paris);
  await market.list('trip', { ...paris, city: 'Un hameau', placeId: undefined as never }, alger);
  await market.settle();
  const { items } = await market.read('readCorridors');
  expect(items).toMatchObject([
    { slug: 'paris-alger', from: { city: 'Paris' }, to: { country: 'Algérie' }, parcels: 2, trips: 1 },
    { slug: 'lyon-oran', parcels: 0, trips: 2 },
    { slug: 'alger-paris', parcels: 1, trips: 0 },
  ]);
});

test('neighbours share an end: the way back first, then the busiest', async () => {
  const market = await aMarket();
  await market.list('parcel', paris, alger);
  await market.list('trip', alger, paris);
  for (const kind of ['trip', 'parcel'] as const) await market.list(kind, lyon, alger);
  await market.list('parcel', paris, oran);
  await market.list('parcel', lyon, oran);
  await market.settle();
  const { neighbours } = await market.read('readCorridor', 'paris-alger');
  expect(slugsIn({ items: neighbours })).toEqual(['alger-paris', 'lyon-alger', 'paris-oran']);
});

test('at most twelve corridors and eight neighbours are returned', async () => {
  const market = await aMarket();
  const ends = [
    paris,
    lyon,
    alger,
    oran,
    place('Saint-Denis', '2980916'),
    place('Saint-Denis', '935264', 'RE'),
    place('Aix-en-Provence', '3038354'),
  ];
  for (const from of ends) for (const to of ends) if (from !== to) await market.list('parcel', from, to);
  await market.settle();
  expect((await market.read('readCorridors')).items).toHaveLength(maxBusiest);
  const { neighbours } = await market.read('readCorridor', 'paris-alger');
  expect(neighbours).toHaveLength(maxNeighbours);
  expect(neighbours[0].slug).toBe('alger-paris');
});

test('the site map has the pages of corridors with listings of their kind, for an hour at the edge', async () => {
  const market = await aMarket();
  await market.list('trip', paris, alger);
  for (const kind of ['parcel', 'parcel', 'trip', 'trip'] as const) await market.list(kind, lyon, oran);
  await market.list('parcel', place('Saint-Denis', '935264', 'RE'), alger);
  await market.settle();
  const { status, headers, body } = await market.ask('corridorsSitemap');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/xml',
    'cache-control': 'public, max-age=0, s-maxage=3600',
  });
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://envoyage.example/colis/lyon-oran',
    'https://envoyage.example/colis/saint-denis-la-reunion-alger',
    'https://envoyage.example/trajets/lyon-oran',
    'https://envoyage.example/trajets/paris-alger',
  ]);
});

test(
  'a warm answer reads nothing',
  onDynamoDb(async () => {
    const market = await aMarket();
    await market.list('parcel', paris, alger);
    await market.settle();
    await market.read('readCorridors');
    const meter = meterReads(market.client);
    await market.read('readCorridors');
    await market.read('readCorridor', 'paris-alger');
    await market.ask('corridorsSitemap');
    expect(meter.calls).toBe(0);
    // The heads of both kinds, once a minute.
    market.clock.now += minuteMs;
    for (const _ of [1, 2, 3]) await market.read('readCorridors');
    expect(meter).toEqual({ calls: 2, units: 1 });
  }),
);
