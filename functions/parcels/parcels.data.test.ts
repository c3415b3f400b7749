import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { showCard } from '#functions/stream/projector/delivery-cards.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { type Answer, pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { fewPlaces } from '#test/support/places.ts';
import { parcelHandlers } from './handlers.ts';
import { parcelItem } from './repository.ts';

const { O: owner, C: carrier, A: administrator, P: pendingMember } = memberIds;

const body = {
  title: 'Livres de poche',
  description: 'Quatre livres',
  pickup: { countryCode: 'FR', city: 'Lyon' },
  delivery: { countryCode: 'DZ', city: 'Oran', placeId: '2485926' },
  weight: '2,5',
  size: 'medium',
  deadline: '2031-02-01',
};

const upload = (id: string, ownerId: string): Item => ({
  ...keys.upload(id),
  id,
  kind: 'parcel_file',
  ownerId,
  contentType: 'image/jpeg',
  sha256: 'x',
  state: 'clean',
  key: `parcels/${ownerId}/${id}`,
  createdAt: '2026-11-20T10:00:00.000Z',
});

/** A table with people and one parcel, and the three slices that may change it at once. */
async function marketplace(change: Partial<ParcelRecord> = {}) {
  const parcel = aParcel(1, 'O', change);
  const table = await tableWith([
    ...(['O', 'C', 'P', 'A'] as const).map((role) => profileItem(aProfile(role))),
    { ...keys.administrator(administrator), status: 'active', rootAdmin: false },
    parcelItem(parcel),
    {
      ...keys.threadHead(owner, carrier, parcel.id),
      kind: 'thread',
      record: { seq: 1, members: [owner, carrier], parcelId: parcel.id, readUpTo: {} },
    },
  ]);
  const deps = { table, now: () => Date.now(), newId: randomUUID };
  const client = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const files = { files: openFiles(client), privateBucket: 'private' };
  const call = pipelineOf(parcelRoutes, parcelHandlers({ ...deps, ...files, places: fewPlaces }), deps);
  const deliver = pipelineOf(deliveryRoutes, deliveryHandlers({ ...deps, ...files }), deps);
  const judge = pipelineOf(adminRoutes, adminHandlers({ ...deps, ...files }), deps);
  const params = { parcelId: parcel.id };
  const current = async () =>
    (await table.get(keys.parcel(parcel.id), { consistent: true }))?.['record'] as ParcelRecord;
  const events = async () => {
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :events)',
      ExpressionAttributeValues: { ':pk': keys.parcel(parcel.id).pk, ':events': 'EV#' },
    });
    return items.map(({ record }) => (record as { type: string }).type);
  };
  return { table, parcel, call, deliver, judge, params, current, events };
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
    adminStatus: 'pending',
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
      adminStatus: 'pending',
      actions: { editParcel: { allowed: true }, cancelParcel: { allowed: true } },
    },
  });
  expect((await current()).adminStatus).toBe('pending');
  expect(await events()).toEqual(['edited']);
});

test('the file of an edited parcel is kept, replaced or removed', async () => {
  const file = { uploadId: 'old', key: 'parcels/old', contentType: 'image/png' } as const;
  const { table, call, params, current } = await marketplace({ file });
  await call('editParcel', owner, { params, body, version: 1 });
  expect((await current()).file).toEqual(file);

  const id = randomUUID();
  await put(table, upload(id, owner));
  expect(await call('editParcel', owner, { params, body: { ...body, uploadId: id }, version: 2 })).toMatchObject({
    status: 200,
  });
  expect((await current()).file?.uploadId).toBe(id);
  expect((await table.get(keys.upload(id)))?.['state']).toBe('attached');

  await call('editParcel', owner, { params, body: { ...body, keepsFile: false }, version: 3 });
  expect((await current()).file).toBeUndefined();
});

test('an owner who edits an older version gets the current one, and can continue with it', async () => {
  const { call, judge, params } = await marketplace({ adminStatus: 'pending' });
  await judge('approveParcel', administrator, { params, version: 1, asAdmin: true });
  const late = await call('editParcel', owner, { params, body, version: 1 });
  expect(late).toMatchObject({
    status: 412,
    body: { code: 'STALE', title: 'Annonce modifiée entre-temps', current: { version: 2, adminStatus: 'approved' } },
  });
  expect(await call('editParcel', owner, { params, body, version: 2 })).toMatchObject({ status: 200 });
});

test('a parcel with a carrier cannot be edited, and its owner reads why', async () => {
  const { call, deliver, params } = await marketplace();
  await deliver('acceptDelivery', carrier, { params, version: 1 });
  expect(await call('editParcel', owner, { params, body, version: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'STATE_CHANGED',
      detail: expect.stringContaining("Un transporteur s'est engagé"),
      current: { status: 'accepted_for_delivery', version: 2 },
    },
  });
  expect(await call('editParcel', owner, { params, body, version: 2 })).toMatchObject({ status: 409 });
});

test('a traveller who accepts a parcel that was just edited learns this, without its new text', async () => {
  const { call, deliver, params } = await marketplace();
  await call('editParcel', owner, { params, body, version: 1 });
  const late = await deliver('acceptDelivery', carrier, { params, version: 1 });
  expect(late).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED', title: 'Annonce modifiée entre-temps' } });
  expect(JSON.stringify(late.body)).not.toContain('Livres de poche');
});

test('of a concurrent edit, rejection and handshake one wins, and the others get a French refusal', async () => {
  const codes = new Set<unknown>();
  for (let round = 0; round < 8; round++) {
    const { call, deliver, judge, params, current, events } = await marketplace({
      adminStatus: round % 2 ? 'pending' : 'approved',
    });
    const answers = await Promise.all([
      call('editParcel', owner, { params, body, version: 1 }),
      deliver('acceptDelivery', carrier, { params, version: 1 }),
      judge('rejectParcel', administrator, {
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
    for (const { status, body: problem } of answers.filter((answer: Answer) => answer.status !== 200)) {
      expect([409, 412, 404]).toContain(status);
      expect(problem['detail']).toMatch(/^[A-ZÀ-Ý].{15,}[.!]$/);
      codes.add(problem['code']);
    }
  }
  expect([...codes].every((code) => typeof code === 'string')).toBe(true);
});

test('a paused parcel cannot be taken, and keeps its validation when it is resumed', async () => {
  const { call, deliver, params, current } = await marketplace();
  expect(await call('pauseParcel', owner, { params, version: 1 })).toMatchObject({
    status: 200,
    body: { status: 'pending', actions: { resumeParcel: { allowed: true } } },
  });
  expect(await deliver('acceptDelivery', carrier, { params, version: 2 })).toMatchObject({ status: 409 });
  await call('resumeParcel', owner, { params, version: 2 });
  expect(await current()).toMatchObject({ status: 'active', adminStatus: 'approved', version: 3 });
  expect(await deliver('acceptDelivery', carrier, { params, version: 3 })).toMatchObject({ status: 200 });
});

test('the carrier of a cancelled parcel reads why, and the parcel no longer waits for validation', async () => {
  const { table, call, deliver, params, current } = await marketplace();
  await deliver('acceptDelivery', carrier, { params, version: 1 });
  expect(await call('cancelParcel', owner, { params, version: 2, body: { reason: 'Envoyé autrement' } })).toMatchObject(
    { status: 200, body: { status: 'cancelled', cancelReason: 'Envoyé autrement' } },
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
  const { call, deliver, params } = await marketplace({ validatedBy: administrator });
  await deliver('acceptDelivery', carrier, { params, version: 1 });
  for (const [name, body] of [
    ['cancelParcel', { reason: 'Envoyé autrement' }],
    ['pauseParcel', undefined],
  ] as const) {
    const answer = await call(name, owner, { params, version: 1, ...(body ? { body } : {}) });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'STATE_CHANGED', current: { version: 2, status: 'accepted_for_delivery', carrierId: carrier } },
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
  const { table, call, params, current } = await marketplace();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  const publish = (sent: object = {}, key?: string) =>
    call('publishParcel', owner, { body: { ...body, ...sent }, ...(key ? { key } : {}) });
  for (let count = 0; count < 3; count++) {
    const [id, key] = [randomUUID(), randomUUID()];
    await put(table, { ...upload(id, owner), state: 'scanning', createdAt: new Date().toISOString() });
    for (let asked = 0; asked < 12; asked++) expect((await publish({ uploadId: id }, key)).status).toBe(202);
    await put(table, upload(id, owner));
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

  const id = randomUUID();
  await put(table, { ...upload(id, owner), state: 'scanning', createdAt: new Date().toISOString() });
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
  const { table, call } = await marketplace();
  for (const number of [401, 402, 403])
    await put(table, parcelItem(aParcel(number, 'P', { adminStatus: 'pending', deadline: '2020-01-01' })));
  expect((await call('publishParcel', pendingMember, { body })).status).toBe(201);
});

test('beside a half agreement the owner sees whether its other member is still there', async () => {
  const { table, parcel, call } = await marketplace({
    status: 'accepted_for_delivery',
    carrierId: carrier,
    carrier: aCard({ id: carrier }),
    assignedAt: '2026-11-20T10:00:00.000Z',
  });
  await table.transact(rowsOf(parcel).map((row) => storeRow(table, row)));
  const carrierOf = async () => ((await call('myParcels', owner)).body['items'] as ParcelRecord[])[0]?.carrier;
  expect(await carrierOf()).not.toHaveProperty('unavailable');
  await put(table, profileItem(aProfile('C', { leavesOn: '2026-12-04' })));
  await showCard(table, carrier, 'all');
  expect(await carrierOf()).toMatchObject({ id: carrier, unavailable: true });
});

test('my parcels of one state are found among many of another', async () => {
  const { table, call } = await marketplace({ status: 'cancelled' });
  const many = Array.from({ length: 45 }, (_, index) =>
    aParcel(300 + index, 'O', { createdAt: `2026-07-01T10:00:${String(index).padStart(2, '0')}.000Z` }),
  );
  for (const parcel of many) await put(table, parcelItem(parcel));
  const { body: found } = await call('myParcels', owner, { query: { status: 'cancelled' } });
  expect(found['items']).toHaveLength(1);
  const { body: first } = await call('myParcels', owner);
  expect(first['items']).toHaveLength(20);
  expect(await call('myParcels', owner, { query: { status: 'lost' } })).toMatchObject({
    status: 400,
    body: { fields: { status: 'Statut inconnu' } },
  });
});
