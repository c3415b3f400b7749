import { S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { OutboxRecord } from '#functions/mail/outbox.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { AdminLogRecord, adminRoutes } from '#shared/admin/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { aReviewRecord } from '#test/support/factories.ts';
import { type PipelineAnswer, pipelineOf, put, type Request } from '#test/support/pipeline.ts';
import { carrier, marketplace, owner, prove, rowsOf } from '#test/support/scenes/delivery-market.ts';
import { adminHandlers } from './handlers.ts';

const { A: admin } = memberIds;
const reason = 'Cette annonce existe déjà.';

/** A market with an administrator. */
async function aDesk(change: Partial<ParcelRecord> = {}) {
  const market = await marketplace(change);
  const { table, deps, parcel } = market;
  for (const id of [admin, carrier, owner]) await put(table, { ...keys.administrator(id), status: 'active' });
  await put(table, profileItem(aProfile('A')));
  const files = openFiles(new S3Client({ region: 'eu-west-3' }));
  const ask = pipelineOf(adminRoutes, adminHandlers({ ...deps, files, privateBucket: 'private' }), deps);
  const deleteParcel = async (by = admin, request: Request = {}): Promise<PipelineAnswer> =>
    ask('deleteParcel', by, {
      params: { parcelId: parcel.id },
      version: (await market.current())?.version ?? 1,
      body: { reason },
      asAdmin: true,
      ...request,
    });
  return { ...market, ask, deleteParcel };
}

/** A parcel that its carrier has delivered. */
async function delivered() {
  const desk = await aDesk();
  await desk.act('acceptDelivery', carrier);
  await desk.act('chooseCarrier', owner, { carrierId: carrier });
  await prove(desk, 'pickup');
  await desk.act('validatePickup', carrier);
  await desk.act('startDelivery', carrier);
  await prove(desk, 'delivery');
  expect((await desk.act('validateDelivery', carrier)).status).toBe(200);
  return desk;
}

const all = async (table: Table): Promise<Item[]> => {
  const found = await table.documents.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
  return found.Items ?? [];
};
const logOf = async (table: Table) =>
  (await all(table)).filter(({ kind }) => kind === 'log').map(({ record }) => AdminLogRecord.parse(record));
const mailsOf = async (table: Table) =>
  (await all(table)).filter(({ kind }) => kind === 'outbox').map(({ record }) => OutboxRecord.parse(record));

test('a deleted parcel is gone for both, its owner is mailed the reason, and the act is logged without it', async () => {
  const { table, parcel, deleteParcel, call, params } = await delivered();
  expect(await deleteParcel()).toMatchObject({ status: 204 });

  expect(await table.get(keys.parcel(parcel.id), { consistent: true })).toBeUndefined();
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toEqual([]);
  expect(await rowsOf(table, keys.member(owner), 'GIVEN#')).toEqual([]);
  for (const id of [owner, carrier]) expect(await call('tracking', id, { params })).toMatchObject({ status: 404 });
  const [mail] = (await mailsOf(table)).filter(({ mail: name }) => name === 'parcelDeleted');
  expect(mail).toMatchObject({ memberId: owner, data: { title: parcel.title, reason } });
  expect(await logOf(table)).toMatchObject([
    {
      action: 'deleteParcel',
      admin: { id: admin },
      targetType: 'parcel',
      targetId: parcel.id,
      details: { statusBefore: 'delivered' },
    },
  ]);
  // The meeting of the two is a separate fact.
  expect(await table.get(keys.deliveredTogether(owner, carrier))).toBeDefined();
});

test('a parcel with a carrier is not deleted before its delivery is over', async () => {
  const { act, current, deleteParcel, table } = await aDesk();
  const refused = { status: 409, body: { code: 'STATE_CHANGED', title: 'Suppression impossible' } };
  await act('acceptDelivery', carrier);
  expect(await deleteParcel()).toMatchObject(refused);
  await act('chooseCarrier', owner, { carrierId: carrier });
  expect(await deleteParcel()).toMatchObject(refused);
  expect(await current()).toMatchObject({ status: 'pickup' });
  expect(await logOf(table)).toEqual([]);
  await act('releaseCarrier', carrier);
  expect(await deleteParcel()).toMatchObject({ status: 204 });
});

test('neither owner nor carrier deletes their own parcel, whatever rights they have', async () => {
  const { deleteParcel, current } = await delivered();
  for (const id of [owner, carrier])
    expect(await deleteParcel(id)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await current()).toBeDefined();
});

test('of a deletion and an offer at the same moment one is stored', async () => {
  for (let round = 0; round < 5; round++) {
    const { act, current, deleteParcel, table } = await aDesk();
    const [deletion, offer] = await Promise.all([deleteParcel(), act('acceptDelivery', carrier)]);
    const rows = await rowsOf(table, keys.member(carrier), 'CARRY#');
    expect([
      [204, false, undefined, 0],
      [409, true, 'accepted_for_delivery', 1],
    ]).toContainEqual([deletion.status, offer.status === 200, (await current())?.status, rows.length]);
  }
});

test('the deletion of a parcel that changed in between shows the present one; a gone one is named', async () => {
  const { parcel, deleteParcel } = await aDesk({ version: 2 });
  expect(await deleteParcel(admin, { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'CONTENT_CHANGED', current: { id: parcel.id, version: 2 } },
  });
  expect(await deleteParcel(admin, { version: 2 })).toMatchObject({ status: 204 });
  expect(await deleteParcel(admin, { version: 2 })).toMatchObject({
    status: 404,
    body: { detail: 'Colis non trouvé' },
  });
});

test('a deleted review is gone, its author is mailed the reason, and the act is logged without its text', async () => {
  const { ask, table } = await aDesk();
  const review = { ...aReviewRecord({ targetId: owner, reviewerId: carrier, rating: 1, comment: 'Injure' }) };
  await put(table, reviewItem(review));
  const params = { reviewId: reviewIdOf(review) };
  const request = { params, version: review.version, body: { reason }, asAdmin: true } as const;
  for (const id of [owner, carrier])
    expect(await ask('removeReview', id, request)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await ask('removeReview', admin, { ...request, version: 9 })).toMatchObject({
    body: { code: 'CONTENT_CHANGED', current: { rating: 1, version: review.version } },
  });
  expect(await ask('removeReview', admin, request)).toMatchObject({ status: 204 });
  expect(await table.get(keys.review(owner, carrier), { consistent: true })).toBeUndefined();
  expect(await ask('removeReview', admin, request)).toMatchObject({ status: 404, body: { detail: 'Avis non trouvé' } });
  expect(await mailsOf(table)).toMatchObject([
    { mail: 'reviewDeleted', memberId: carrier, data: { firstName: 'C', otherName: 'O Membre', reason } },
  ]);
  expect(await logOf(table)).toMatchObject([
    { action: 'removeReview', targetType: 'review', targetId: params.reviewId, details: { rating: '1' } },
  ]);
});

test('a deleted trip is gone, its owner is mailed the reason, and the act is logged', async () => {
  const { ask, table } = await aDesk();
  const trip = aTrip(1, 'O');
  await put(table, tripItem(trip));
  const request = { params: { tripId: trip.id }, version: trip.version, body: { reason }, asAdmin: true } as const;
  expect(await ask('deleteTrip', owner, request)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await ask('deleteTrip', admin, request)).toMatchObject({ status: 204 });
  expect(await table.get(keys.trip(trip.id), { consistent: true })).toBeUndefined();
  expect(await ask('deleteTrip', admin, request)).toMatchObject({
    status: 404,
    body: { detail: 'Trajet non trouvé' },
  });
  const route = `${trip.depart.city} → ${trip.arrival.city}`;
  expect(await mailsOf(table)).toMatchObject([{ mail: 'tripDeleted', memberId: owner, data: { route, reason } }]);
  expect(await logOf(table)).toMatchObject([
    { action: 'deleteTrip', targetType: 'trip', targetId: trip.id, details: { before: trip.adminStatus } },
  ]);
});
