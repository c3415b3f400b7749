import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { routeText } from '#shared/values/french.ts';
import { aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { aReviewRecord } from '#test/support/factories.ts';
import type { Request } from '#test/support/pipeline.ts';
import { carrier, marketplace, owner, prove, rowsOf } from '#test/support/scenes/delivery-market.ts';

const { A: admin } = memberIds;
const reason = 'Cette annonce existe déjà.';

/** A market with an administrator. Its owner and its carrier have the rights of one, too. */
async function aDesk(change: Partial<ParcelRecord> = {}) {
  const market = await marketplace(change);
  const { call, params, seed } = market;
  const rights = [admin, carrier, owner].map((id) => ({ ...keys.administrator(id), status: 'active' }));
  await seed(aProfile('A'), ...rights);
  const deleteParcel = async (by = admin, request: Request = {}) =>
    call('deleteParcel', by, { params, version: (await market.current())?.version ?? 1, body: { reason }, ...request });
  return { ...market, deleteParcel };
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

test('a deleted parcel is gone for both, its owner is mailed the reason, and the act is logged without it', async () => {
  const { table, parcel, deleteParcel, call, params, mails, log } = await delivered();
  expect(await deleteParcel()).toMatchObject({ status: 204 });

  expect(await table.get(keys.parcel(parcel.id), { consistent: true })).toBeUndefined();
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toEqual([]);
  expect(await rowsOf(table, keys.member(owner), 'GIVEN#')).toEqual([]);
  for (const id of [owner, carrier]) expect(await call('tracking', id, { params })).toMatchObject({ status: 404 });
  const [mail] = (await mails()).filter(({ mail: name }) => name === 'parcelDeleted');
  expect(mail).toMatchObject({
    memberId: owner,
    data: { title: parcel.title, reason, about: expect.stringContaining(`parcel.${parcel.id}@`) },
  });
  expect(await log()).toMatchObject([
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
  const { act, current, deleteParcel, log } = await aDesk();
  const refused = { status: 409, body: { code: 'STATE_CHANGED', title: 'Suppression impossible' } };
  await act('acceptDelivery', carrier);
  expect(await deleteParcel()).toMatchObject(refused);
  await act('chooseCarrier', owner, { carrierId: carrier });
  expect(await deleteParcel()).toMatchObject(refused);
  expect(await current()).toMatchObject({ status: 'pickup' });
  expect(await log()).toEqual([]);
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
  const { call, table, seed, mails, log } = await aDesk();
  const review = { ...aReviewRecord({ targetId: owner, reviewerId: carrier, rating: 1, comment: 'Injure' }) };
  await seed(reviewItem(review));
  const params = { reviewId: reviewIdOf(review) };
  const about = expect.stringContaining(`review.${params.reviewId}@`);
  const request = { params, version: review.version, body: { reason }, asAdmin: true } as const;
  for (const id of [owner, carrier])
    expect(await call('removeReview', id, request)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await call('removeReview', admin, { ...request, version: 9 })).toMatchObject({
    body: { code: 'CONTENT_CHANGED', current: { rating: 1, version: review.version } },
  });
  expect(await call('removeReview', admin, request)).toMatchObject({ status: 204 });
  expect(await table.get(keys.review(owner, carrier), { consistent: true })).toBeUndefined();
  expect(await call('removeReview', admin, request)).toMatchObject({
    status: 404,
    body: { detail: 'Avis non trouvé' },
  });
  expect(await mails()).toMatchObject([
    { mail: 'reviewDeleted', memberId: carrier, data: { firstName: 'C', otherName: 'O Membre', reason, about } },
  ]);
  expect(await log()).toMatchObject([
    { action: 'removeReview', targetType: 'review', targetId: params.reviewId, details: { rating: '1' } },
  ]);
});

test('a deleted trip is gone, its owner is mailed the reason, and the act is logged', async () => {
  const { call, table, seed, mails, log } = await aDesk();
  const trip = aTrip(1, 'O');
  await seed(tripItem(trip));
  const request = { params: { tripId: trip.id }, version: trip.version, body: { reason }, asAdmin: true } as const;
  expect(await call('deleteTrip', owner, request)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await call('deleteTrip', admin, request)).toMatchObject({ status: 204 });
  expect(await table.get(keys.trip(trip.id), { consistent: true })).toBeUndefined();
  expect(await call('deleteTrip', admin, request)).toMatchObject({
    status: 404,
    body: { detail: 'Trajet non trouvé' },
  });
  const route = routeText(trip.depart, trip.arrival);
  expect(await mails()).toMatchObject([
    {
      mail: 'tripDeleted',
      memberId: owner,
      data: { route, reason, about: expect.stringContaining(`trip.${trip.id}@`) },
    },
  ]);
  expect(await log()).toMatchObject([
    { action: 'deleteTrip', targetType: 'trip', targetId: trip.id, details: { before: trip.adminStatus } },
  ]);
});
