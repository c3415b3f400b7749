import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { keys } from '#functions/platform/keys.ts';
import { showCard } from '#functions/stream/projector/delivery-cards.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { unlistedLimit } from '#shared/parcels/rules.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import type { PipelineAnswer } from '#test/support/pipeline.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { aWorld } from '#test/support/world/world.ts';
import { parcelItem } from './repository.ts';

const { O: owner, C: carrier, A: administrator, P: pendingMember } = memberIds;

const body = {
  title: 'Livres de poche',
  description: 'Quatre livres',
  contents: [{ category: 'papers', count: 4 }],
  pickup: { countryCode: 'FR', city: 'Lyon' },
  delivery: { countryCode: 'DZ', city: 'Oran', placeId: '2485926' },
  weight: '2,5',
  size: 'medium',
  deadline: '2031-02-01',
};

/** One parcel, its owner and their conversation with a carrier, an unverified member and an administrator. */
async function marketplace(change: Partial<ParcelRecord> = {}) {
  const parcel = aParcel(1, 'O', change);
  const items = [parcel, head(owner, carrier, parcel.id)];
  const world = await aWorld({ people: ['O', 'C', 'P', 'A'], items, start: Date.now() });
  const current = () => world.parcel(parcel.id);
  const events = async () =>
    (await world.items()).flatMap(({ pk, sk, record }) =>
      pk === keys.parcel(parcel.id).pk && String(sk).startsWith('EV#') ? [(record as { type: string }).type] : [],
    );
  return { ...world, parcel, params: { parcelId: parcel.id }, current, events };
}

test('a typed city that matches our data is stored with its place; another one is kept as typed', async () => {
  const { call } = await marketplace();
  const { status, body: made } = await call('publishParcel', owner, {
    body: { ...body, delivery: { countryCode: 'DZ', city: 'Beni Quelquepart' } },
  });
  expect(status).toBe(201);
  expect(made).toMatchObject({
    pickup: { city: 'Lyon', country: 'France', countryCode: 'FR', placeId: '2996944' },
    delivery: { city: 'Beni Quelquepart', country: 'Algérie', countryCode: 'DZ' },
    weightGrams: 2500,
    situation: { stage: 'review', waitsFor: 'us' },
  });
  expect(made['delivery']).not.toHaveProperty('placeId');
});

test('a place id that belongs to another city or country, and one city twice, are refused at their fields', async () => {
  const { call } = await marketplace();
  const publish = (change: object) => call('publishParcel', owner, { body: { ...body, ...change } });
  expect(await publish({ pickup: { countryCode: 'DZ', city: 'Paris', placeId: '2988507' } })).toMatchObject({
    status: 400,
    body: { fields: { 'pickup.city': expect.any(String) } },
  });
  // The id decides; the typed name is ignored.
  expect(await publish({ delivery: { countryCode: 'FR', city: 'Alger', placeId: '2996944' } })).toMatchObject({
    status: 400,
    body: { fields: { 'delivery.city': expect.any(String) } },
  });
});

test('an edited parcel waits for validation again, with its event', async () => {
  const { call, params, current, events } = await marketplace();
  expect(await call('editParcel', owner, { params, body, version: 1 })).toMatchObject({
    status: 200,
    body: {
      title: 'Livres de poche',
      version: 2,
      situation: { stage: 'review', acts: [{ name: 'editParcel' }, { name: 'pauseParcel' }, { name: 'cancelParcel' }] },
    },
  });
  expect((await current()).adminStatus).toBe('pending');
  expect(await events()).toEqual(['edited']);
});

test('the file of an edited parcel is kept, replaced or removed', async () => {
  const file = { uploadId: 'old', key: 'parcels/old', contentType: 'image/png' } as const;
  const { table, call, params, current, aFile } = await marketplace({ file });
  await call('editParcel', owner, { params, body, version: 1 });
  expect((await current()).file).toEqual(file);

  const id = await aFile('parcel_file', owner);
  expect(await call('editParcel', owner, { params, body: { ...body, uploadId: id }, version: 2 })).toMatchObject({
    status: 200,
  });
  expect((await current()).file?.uploadId).toBe(id);
  expect((await table.get(keys.upload(id)))?.['state']).toBe('attached');

  await call('editParcel', owner, { params, body: { ...body, keepsFile: false }, version: 3 });
  expect((await current()).file).toBeUndefined();
});

test('an owner who edits an older version gets the current one, and can continue with it', async () => {
  const { call, params } = await marketplace({ adminStatus: 'pending' });
  await call('approveParcel', administrator, { params, version: 1, asAdmin: true });
  const late = await call('editParcel', owner, { params, body, version: 1 });
  expect(late).toMatchObject({
    status: 412,
    body: {
      code: 'STALE',
      title: 'Annonce modifiée entre-temps',
      current: { version: 2, situation: { stage: 'listed' } },
    },
  });
  // An act has no text to keep.
  expect(await call('pauseParcel', owner, { params, version: 1 })).toMatchObject({
    status: 409,
    body: { title: 'Situation modifiée', current: { version: 2, situation: { stage: 'listed' } } },
  });
  expect(await call('editParcel', owner, { params, body, version: 2 })).toMatchObject({ status: 200 });
});

test('a parcel with a carrier cannot be edited, and its owner reads why', async () => {
  const { call, params } = await marketplace();
  await call('acceptDelivery', carrier, { params, version: 1 });
  expect(await call('editParcel', owner, { params, body, version: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'STATE_CHANGED',
      detail: expect.stringContaining("Un transporteur s'est engagé"),
      current: { situation: { stage: 'proposed' }, version: 2 },
    },
  });
  expect(await call('editParcel', owner, { params, body, version: 2 })).toMatchObject({ status: 409 });
});

test('a traveller who accepts a parcel that was just edited learns this, without its new text', async () => {
  const { call, params } = await marketplace();
  await call('editParcel', owner, { params, body, version: 1 });
  const late = await call('acceptDelivery', carrier, { params, version: 1 });
  expect(late).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED', title: 'Annonce modifiée entre-temps' } });
  expect(JSON.stringify(late.body)).not.toContain('Livres de poche');
});

test('of a concurrent edit, rejection and handshake one wins, and the others get a French refusal', async () => {
  const codes = new Set<unknown>();
  for (let round = 0; round < 8; round++) {
    const { call, params, current, events } = await marketplace({
      adminStatus: round % 2 ? 'pending' : 'approved',
    });
    const answers = await Promise.all([
      call('editParcel', owner, { params, body, version: 1 }),
      call('acceptDelivery', carrier, { params, version: 1 }),
      call('rejectParcel', administrator, {
        params,
        version: 1,
        body: { reason: 'Photo floue' },
        asAdmin: true,
      }),
      call('pauseParcel', owner, { params, version: 1 }),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await current()).version).toBe(2);
    expect(await events()).toHaveLength(1);
    for (const { status, body: problem } of answers.filter((answer: PipelineAnswer) => answer.status !== 200)) {
      expect([409, 412, 404]).toContain(status);
      expect(problem['detail']).toMatch(/^[A-ZÀ-Ý].{15,}[.!]$/);
      codes.add(problem['code']);
    }
  }
  expect([...codes].every((code) => typeof code === 'string')).toBe(true);
});

test('a paused parcel cannot be taken, and keeps its validation when it is resumed', async () => {
  const { call, params, current } = await marketplace();
  expect(await call('pauseParcel', owner, { params, version: 1 })).toMatchObject({
    status: 200,
    body: { situation: { stage: 'paused', main: 'resumeParcel' } },
  });
  expect(await call('acceptDelivery', carrier, { params, version: 2 })).toMatchObject({ status: 409 });
  await call('resumeParcel', owner, { params, version: 2 });
  expect(await current()).toMatchObject({ status: 'active', adminStatus: 'approved', version: 3 });
  expect(await call('acceptDelivery', carrier, { params, version: 3 })).toMatchObject({ status: 200 });
});

test('the carrier of a cancelled parcel reads why, and the parcel no longer waits for validation', async () => {
  const { table, call, params, current } = await marketplace();
  await call('acceptDelivery', carrier, { params, version: 1 });
  expect(await call('cancelParcel', owner, { params, version: 2, body: { reason: 'Envoyé autrement' } })).toMatchObject(
    { status: 200, body: { situation: { stage: 'cancelled' }, cancelReason: 'Envoyé autrement' } },
  );
  expect(await current()).toMatchObject({ status: 'cancelled', carrierId: carrier });
  expect((await table.get(keys.parcel(params.parcelId)))?.['gs2pk']).toBe('Q#PARCEL#cancelled');
  const { items } = await table.query({
    IndexName: 'gs2',
    KeyConditionExpression: 'gs2pk = :today',
    ExpressionAttributeValues: { ':today': `OUT#${new Date().toISOString().slice(0, 10)}` },
  });
  const mails = items.map(({ record }) => record as { mail: string; memberId: string; data: { reason?: string } });
  expect(mails.find(({ mail }) => mail === 'parcelCancelled')).toMatchObject({
    memberId: carrier,
    data: { reason: 'Envoyé autrement' },
  });
});

test('a parcel in transit cannot be cancelled, and its owner reads why and what to do', async () => {
  const assigned = { carrierId: carrier, carrier: aParcel(1, 'C').owner, assignedAt: '2026-11-20T10:00:00.000Z' };
  for (const status of ['in_transit', 'delivery'] as const) {
    const { call, params } = await marketplace({ status, ...assigned });
    expect(await call('cancelParcel', owner, { params, version: 1, body: { reason: 'Trop tard' } })).toMatchObject({
      status: 409,
      body: { code: 'USE_RETURN', detail: expect.stringMatching(/déjà en route.*Demandez son retour/) as string },
    });
  }
});

test('an owner who cancels an older version gets the current one, with only what they may read', async () => {
  const { call, params } = await marketplace({ validatedBy: administrator });
  await call('acceptDelivery', carrier, { params, version: 1 });
  for (const [name, body] of [
    ['cancelParcel', { reason: 'Envoyé autrement' }],
    ['pauseParcel', undefined],
  ] as const) {
    const answer = await call(name, owner, { params, version: 1, ...(body ? { body } : {}) });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STATE_CHANGED', current: { version: 2, situation: { stage: 'proposed' }, carrierId: carrier } },
    });
    expect(JSON.stringify(answer.body)).not.toContain(administrator);
    expect(answer.body['current']).not.toHaveProperty('assignedAt');
  }
});

test('the same edit sent twice with one key takes effect once', async () => {
  const { call, params, current } = await marketplace();
  const key = randomUUID();
  const edit = () => call('editParcel', owner, { params, body, version: 1, key });
  const answers = await Promise.all([edit(), edit()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await current()).version).toBe(2);
});

test('only publications count for the day: no call while the file is scanned, no refusal, no repeat', async () => {
  const { call, params, current, aFile } = await marketplace();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  const publish = (sent: object = {}, key?: string) =>
    call('publishParcel', owner, { body: { ...body, ...sent }, ...(key ? { key } : {}) });
  for (let count = 0; count < 3; count++) {
    const [id, key] = [await aFile('parcel_file', owner, { state: 'scanning' }), randomUUID()];
    for (let asked = 0; asked < 12; asked++) expect((await publish({ uploadId: id }, key)).status).toBe(202);
    await aFile('parcel_file', owner, { id });
    expect((await publish({ uploadId: id }, key)).status).toBe(201);
    expect((await publish({ uploadId: id }, key)).headers).toMatchObject({ 'idempotency-replayed': 'true' });
  }
  for (let count = 0; count < 12; count++) expect((await publish({ title: '' })).status).toBe(400);
  for (let count = 0; count < 6; count++) expect((await publish()).status).toBe(201);

  const atOnce = (await Promise.all([publish(), publish(), publish()])).map(({ status }) => status);
  expect(atOnce.filter((status) => status === 201)).toHaveLength(1);
  const late = await publish();
  expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);

  const id = await aFile('parcel_file', owner, { state: 'scanning' });
  const edit = (version: number, sent: object = {}) =>
    call('editParcel', owner, { params, version, body: { ...body, ...sent } });
  for (let asked = 0; asked < 61; asked++) expect((await edit(1, { uploadId: id })).status).toBe(202);
  expect((await edit(1)).status).toBe(200);
  expect((await current()).version).toBe(2);
});

test('who is not verified yet has three listings that wait, and not a fourth', async () => {
  const { call } = await marketplace();
  for (let count = 0; count < 3; count++)
    expect((await call('publishParcel', pendingMember, { body })).status).toBe(201);
  expect(await call('publishParcel', pendingMember, { body })).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
});

test('expired listings do not stop an unverified member from publishing', async () => {
  const { call, seed } = await marketplace();
  for (const number of [401, 402, 403])
    await seed(parcelItem(aParcel(number, 'P', { adminStatus: 'pending', deadline: '2020-01-01' })));
  expect((await call('publishParcel', pendingMember, { body })).status).toBe(201);
});

test('beside a half agreement the owner sees whether its other member is still there', async () => {
  const { table, parcel, call, seed } = await marketplace({
    status: 'accepted_for_delivery',
    carrierId: carrier,
    carrier: aCard({ id: carrier }),
    assignedAt: '2026-11-20T10:00:00.000Z',
  });
  await table.transact(rowsOf(parcel, Date.now()).map((row) => storeRow(table, row)));
  const carrierOf = async () => ((await call('myParcels', owner)).body['items'] as ParcelRecord[])[0]?.carrier;
  expect(await carrierOf()).not.toHaveProperty('unavailable');
  await seed(aProfile('C', { leavesOn: '2026-12-04' }));
  await showCard(table, carrier, 'all');
  expect(await carrierOf()).toMatchObject({ id: carrier, unavailable: true });
});

test('a parcel whose only offer has run out is counted no more among those that wait', async () => {
  const { call, seed, clock } = await marketplace();
  const end = clock.now;
  const openOffers = { received: [end], sent: [] };
  for (let index = 0; index < 25; index++)
    await seed(parcelItem(aParcel(500 + index, 'O', index < 2 ? { openOffers } : {})));
  await seed({ ...keys.stats(owner), kind: 'stats', parcelsTodo: 2, parcelsGoing: 24 });
  const { body } = await call('myParcels', owner);
  expect(body['counts']).toEqual({ todo: 0, going: 26, over: 0 });
});

test('« Problème signalé » finds the parcels with an open problem, and their stage the others', async () => {
  const going = { status: 'in_transit', carrierId: carrier, assignedAt: '2026-11-10T10:00:00.000Z' } as const;
  const { call, seed } = await marketplace(going);
  const problem = { reportId: 'r', kind: 'lost', by: carrier, at: '2026-11-12T10:00:00.000Z' } as const;
  const lost = aParcel(500, 'O', { ...going, problem });
  await seed(parcelItem(lost));
  const idsOf = async (stage: string) =>
    ((await call('myParcels', owner, { query: { stage } })).body['items'] as { id: string }[]).map(({ id }) => id);
  expect(await idsOf('problem')).toEqual([lost.id]);
  expect(await idsOf('collected')).not.toContain(lost.id);
  expect(await idsOf('collected')).toHaveLength(1);
});

test('my parcels of one stage are found among many of another', async () => {
  const { call, seed } = await marketplace({ status: 'cancelled' });
  const many = Array.from({ length: 45 }, (_, index) =>
    aParcel(300 + index, 'O', { createdAt: `2026-07-01T10:00:${String(index).padStart(2, '0')}.000Z` }),
  );
  for (const parcel of many) await seed(parcelItem(parcel));
  const { body: found } = await call('myParcels', owner, { query: { stage: 'cancelled' } });
  expect(found['items']).toHaveLength(1);
  const { body: first } = await call('myParcels', owner);
  expect(first['items']).toHaveLength(20);
  expect(await call('myParcels', owner, { query: { stage: 'stolen' } })).toMatchObject({
    status: 400,
    body: { fields: { stage: 'Statut inconnu' } },
  });
});

const tripBody = {
  depart: { countryCode: 'FR', city: 'Lyon' },
  arrival: { countryCode: 'DZ', city: 'Oran' },
  transport: 'plane',
  travelDate: '2031-01-20',
  maxWeightKg: 5,
  maxSize: 'medium',
  priceType: 'negotiable',
};

test('of forty parcels and trips at once by a member who waits for verification, three pass together', async () => {
  const { call, items } = await aWorld({ people: ['P'], isTicking: true, start: Date.now() });
  const acts = Array.from({ length: 40 }, (_, at) =>
    at % 2
      ? call('publishTrip', pendingMember, { body: tripBody })
      : call('publishParcel', pendingMember, { body: { ...body, title: `Livres ${at}` } }),
  );
  const answers = await Promise.all(acts);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(unlistedLimit);
  const stored = (await items()).filter(({ kind }) => kind === 'parcel' || kind === 'trip');
  expect(stored).toHaveLength(unlistedLimit);
});

test('a paused parcel keeps its place among the three, and one that waits again after its last day needs one', async () => {
  const past = aParcel(1, 'P', { adminStatus: 'pending', deadline: '2020-01-01' });
  const { call, parcel } = await aWorld({ people: ['P'], items: [past], start: Date.now() });
  const { body: first } = await call('publishParcel', pendingMember, { body });
  const params = { parcelId: String(first['id']) };
  expect((await call('pauseParcel', pendingMember, { params, version: 1 })).status).toBe(200);
  for (const _ of [2, 3]) expect((await call('publishTrip', pendingMember, { body: tripBody })).status).toBe(201);
  expect(await call('publishParcel', pendingMember, { body })).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  const edit = () => call('editParcel', pendingMember, { params: { parcelId: past.id }, version: past.version, body });
  expect(await edit()).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  expect((await parcel(past.id))?.deadline).toBe('2020-01-01');
  const { version } = (await parcel(params.parcelId)) ?? { version: 0 };
  await call('cancelParcel', pendingMember, { params, version, body: { reason: 'Plus besoin' } });
  expect((await edit()).status).toBe(200);
});
