import { expect, onTestFinished, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, A: administrator } = memberIds;

const body = {
  depart: { countryCode: 'FR', city: 'Lyon' },
  arrival: { countryCode: 'DZ', city: 'Oran' },
  stops: [{ countryCode: 'FR', city: 'Sète' }],
  transport: 'boat',
  travelDate: '2031-02-01',
  maxWeightKg: 12,
  maxSize: 'large',
  priceType: 'negotiable',
};

/** Noon, because an hour before midnight the limit of a day names no hours. */
const start = new Date().setUTCHours(12, 0, 0, 0);

async function journey(change: Partial<TripRecord> = {}) {
  const trip = aTrip(1, 'O', change);
  return { ...(await aWorld({ people: ['O'], items: [trip], start })), params: { tripId: trip.id } };
}

test('a trip keeps its stops in order, each with its name where it is known', async () => {
  const { call } = await journey();
  expect(await call('publishTrip', owner, { body })).toMatchObject({
    status: 201,
    body: {
      depart: { city: 'Lyon', placeId: '2996944' },
      stops: [{ city: 'Sète', country: 'France' }],
      actions: { editTrip: { allowed: true }, cancelTrip: { allowed: true } },
    },
  });
});

test('an edited trip waits for validation again and is listed at its new day', async () => {
  const { table, call, params } = await journey();
  expect(await call('editTrip', owner, { params, body, version: 1 })).toMatchObject({
    status: 200,
    body: { adminStatus: 'pending', version: 2, travelDate: '2031-02-01' },
  });
  expect((await table.get(keys.trip(params.tripId), { consistent: true }))?.['gs1sk']).toMatch(/^2031-02-01#/);
  expect(await call('editTrip', owner, { params, body, version: 1 })).toMatchObject({
    status: 412,
    body: { code: 'STALE', current: { version: 2 } },
  });
});

test('a member who acts on an older version gets the current one, with only what they may read', async () => {
  const { call, params } = await journey({
    validatedAt: '2026-11-20T10:00:00.000Z',
    validatedBy: administrator,
    version: 2,
  });
  for (const [name, sent, refusal] of [
    ['editTrip', body, { status: 412, body: { code: 'STALE', title: 'Annonce modifiée entre-temps' } }],
    // It has no form to save again.
    ['cancelTrip', { reason: 'Vol reporté' }, { status: 409, body: { title: 'Situation modifiée' } }],
  ] as const) {
    const answer = await call(name, owner, { params, version: 1, body: sent });
    expect(answer).toMatchObject(refusal);
    expect(answer.body['current']).toMatchObject({ version: 2, adminStatus: 'approved' });
    expect(JSON.stringify(answer.body)).not.toContain(administrator);
    expect(answer.body['current']).not.toHaveProperty('validatedAt');
  }
});

test('a cancelled trip no longer waits for validation and cannot be changed', async () => {
  const { table, call, params } = await journey({ adminStatus: 'pending' });
  expect(await call('cancelTrip', owner, { params, version: 1, body: { reason: 'Vol reporté' } })).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancelReason: 'Vol reporté', actions: {} },
  });
  expect((await table.get(keys.trip(params.tripId), { consistent: true }))?.['gs2pk']).toBe('Q#TRIP#cancelled');
  expect(await call('editTrip', owner, { params, body, version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED', detail: expect.stringContaining('publier de nouveau') },
  });
});

test('of two concurrent edits one wins, and the other gets the current trip', async () => {
  const { call, params } = await journey();
  const answers = await Promise.all(
    [12, 13].map((maxWeightKg) => call('editTrip', owner, { params, version: 1, body: { ...body, maxWeightKg } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
});

test('ten trips a day are published, and refused ones do not count', async () => {
  const { call } = await journey();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  for (let count = 0; count < 12; count++)
    expect((await call('publishTrip', owner, { body: { ...body, travelDate: '2020-01-01' } })).status).toBe(400);
  for (let count = 0; count < 10; count++) expect((await call('publishTrip', owner, { body })).status).toBe(201);
  expect(await call('publishTrip', owner, { body })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY', detail: expect.stringMatching(/Réessayez dans \d+ heures/) },
  });
});

test('trips whose day is over do not keep an unverified member from publishing, those to come do', async () => {
  const { seed, call } = await journey();
  await seed(aProfile('P'));
  for (const number of [401, 402, 403])
    await seed(aTrip(number, 'P', { adminStatus: 'pending', travelDate: '2020-01-01' }));
  for (let count = 0; count < 3; count++) expect((await call('publishTrip', memberIds.P, { body })).status).toBe(201);
  expect(await call('publishTrip', memberIds.P, { body })).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
});
