import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { parseStats, profileItem } from '#functions/profiles/repository.ts';
import { reviewItem, reviewRepository } from '#functions/reviews/repository.ts';
import { cardOf } from '#shared/profiles/record.ts';
import { distributionOf } from '#shared/profiles/rules.ts';
import { type Review, reviewRoutes } from '#shared/reviews/contract.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf } from '#test/support/pipeline.ts';
import { aStream } from '#test/support/stream.ts';
import { reviewHandlers } from './handlers.ts';

const { O: target, M: reviewer, C: carrier } = memberIds;
const about = { params: { userId: target } };

async function reviewing() {
  const stream = await aStream();
  for (const role of ['O', 'M', 'C', 'P', 'B'] as const) await stream.put(profileItem(aProfile(role)));
  const { table, clock } = stream;
  const deps = { table, now: () => clock.now++, newId: randomUUID };
  const call = pipelineOf(reviewRoutes, reviewHandlers(deps), deps);
  const list = async () => (await call('memberReviews', reviewer, about)).body['items'] as Review[];
  const leave = (by: string, rating = 5, key: string = randomUUID()) =>
    call('leaveReview', by, { ...about, body: { rating }, key });
  const stats = async () => parseStats(await table.get(keys.stats(target), { consistent: true }));
  return { ...stream, call, list, leave, stats, reviews: reviewRepository(table) };
}

test('a hundred concurrent reviews of one member are counted exactly, also when the stream repeats records', async () => {
  const { put, project, events, leave, stats, reviews } = await reviewing();
  const ratings = Array.from({ length: 100 }, (_, index) => ({ id: randomUUID(), rating: 1 + (index % 5) }));
  for (const { id } of ratings) await put(profileItem(aProfile('M', { id })));
  events.length = 0;
  const answers = await Promise.all(ratings.map(({ id, rating }) => leave(id, rating)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));

  for (const { id } of ratings) {
    const review = await reviews.read(`${target}.${id}`);
    if (review) await put(reviewItem(review));
  }
  expect(events).toHaveLength(100);
  // Two concurrent readers, both with all records, one in reverse order: worse than any shard.
  let left = [events, events.toReversed()];
  for (let round = 0; left.some((batch) => batch.length > 0) && round < 20; round++) {
    const results = await Promise.all(left.map((batch) => project(batch)));
    left = results.map(({ batchItemFailures }, reader) => {
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      return (left[reader] ?? []).filter(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
    });
  }
  const counted = await stats();
  expect(counted).toMatchObject({ ratingSum: 300, ratingCount: 100 });
  expect(distributionOf(counted)).toEqual({ 1: 20, 2: 20, 3: 20, 4: 20, 5: 20 });
  expect(cardOf(aProfile('O'), counted)).toMatchObject({ rating: 3, reviewCount: 100 });
});

test('an edited and a deleted review do not change the average any more', async () => {
  const desk = await reviewing();
  const { put, project, stats } = desk;
  const first = {
    targetId: target,
    reviewerId: reviewer,
    rating: 2,
    createdAt: '2026-11-20T10:00:00.000Z',
    version: 1,
  };
  const other = { ...first, reviewerId: carrier, rating: 5 };
  const edited = { ...first, rating: 4, version: 2 };
  await project([await put(reviewItem(first)), await put(reviewItem(other)), await put(reviewItem(edited))]);
  expect(await stats()).toMatchObject({ ratingSum: 9, ratingCount: 2, stars2: 0, stars4: 1, stars5: 1 });
  await project([await desk.remove(reviewItem(edited))]);
  expect(await stats()).toMatchObject({ ratingSum: 5, ratingCount: 1, stars4: 0, stars5: 1 });
});

test('there is one review of each pair, also after concurrent calls', async () => {
  const { leave, list } = await reviewing();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => leave(reviewer, rating)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  const kept = answers.find(({ status }) => status === 201);
  expect(await list()).toMatchObject([{ id: `${target}.${reviewer}`, rating: kept?.body['rating'] }]);
  const again = await leave(reviewer, 1);
  expect(again).toMatchObject({
    status: 409,
    body: { title: 'Avis déjà donné', current: { id: `${target}.${reviewer}`, version: 1 } },
  });
});

test('a repeated request gets the same answer and writes nothing', async () => {
  const { leave, list } = await reviewing();
  const key = randomUUID();
  const [first, second] = [await leave(reviewer, 3, key), await leave(reviewer, 3, key)];
  expect(second.body).toEqual(first.body);
  expect(await list()).toHaveLength(1);
});

test('no member reviews themselves, and only verified members review', async () => {
  const { leave, list } = await reviewing();
  expect(await leave(target)).toMatchObject({
    status: 403,
    body: { code: 'SELF_ACTION', detail: 'Vous ne pouvez pas vous évaluer vous-même' },
  });
  expect(await leave(memberIds.P)).toMatchObject({ status: 403, body: { code: 'PROFILE_NOT_APPROVED' } });
  expect(await list()).toEqual([]);
});

test.each([
  { rating: 0 },
  { rating: 6 },
  { rating: 3.5 },
  { rating: '5' },
  {},
  { rating: 5, comment: 'é'.repeat(1001) },
])('the review %j is refused by its field', async (body) => {
  const { call } = await reviewing();
  const answer = await call('leaveReview', reviewer, { ...about, body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  expect(Object.keys(answer.body['fields'] as object)).toEqual(['comment' in body ? 'comment' : 'rating']);
});

test('an edit names the version that was read; of two concurrent edits one is stored', async () => {
  const { call, leave, list } = await reviewing();
  await leave(reviewer, 5);
  const params = { reviewId: `${target}.${reviewer}` };
  const edit = (rating: number, version: number) =>
    call('editReview', reviewer, { params, version, body: { rating, comment: '  À l’heure.  ' } });
  const both = await Promise.all([edit(1, 1), edit(2, 1)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect(both.find(({ status }) => status === 412)?.body).toMatchObject({ code: 'STALE' });
  expect(await list()).toMatchObject([{ comment: 'À l’heure.', version: 2, editedAt: expect.any(String) }]);
  expect(await call('deleteReview', reviewer, { params, version: 1 })).toMatchObject({ status: 412 });
  expect(await call('deleteReview', reviewer, { params, version: 2 })).toMatchObject({ status: 204 });
  expect(await list()).toEqual([]);
  expect(await call('deleteReview', reviewer, { params, version: 2 })).toMatchObject({ status: 404 });
});

test('an edit without comment removes the old comment', async () => {
  const { call, list } = await reviewing();
  await call('leaveReview', reviewer, { ...about, body: { rating: 5, comment: 'Parfait' } });
  const params = { reviewId: `${target}.${reviewer}` };
  await call('editReview', reviewer, { params, version: 1, body: { rating: 4, comment: '   ' } });
  const [review] = await list();
  expect(review).toMatchObject({ rating: 4 });
  expect(review).not.toHaveProperty('comment');
});

test('a review is verified as soon as the two have completed a delivery, in either role', async () => {
  const { leave, list, table } = await reviewing();
  await leave(carrier, 5);
  await leave(reviewer, 4);
  expect((await list()).map(({ verified }) => verified)).toEqual([false, false]);
  const assigned = { carrierId: carrier, assignedAt: '2026-11-20T10:00:00.000Z' };
  const before = aParcel(1, 'O', { ...assigned, status: 'delivery' });
  await table.transact(
    deliveryRepository(table).assignment(before, { ...before, status: 'delivered', version: 2 }, Date.now()),
  );
  expect(await list()).toMatchObject([
    { reviewer: { id: reviewer }, verified: false },
    { reviewer: { id: carrier }, verified: true },
  ]);
});

test('reviews come newest first in pages of ten, and a blocked author has no name', async () => {
  const { put, call } = await reviewing();
  for (let day = 10; day < 22; day++) {
    const reviewerId = day === 21 ? memberIds.B : reviewer.replace(/..$/, String(day));
    await put(profileItem(aProfile(day === 21 ? 'B' : 'M', { id: reviewerId })));
    await put(
      reviewItem({ targetId: target, reviewerId, rating: 5, createdAt: `2026-11-${day}T10:00:00.000Z`, version: 1 }),
    );
  }
  const first = await call('memberReviews', carrier, about);
  const items = first.body['items'] as Review[];
  expect(items).toHaveLength(10);
  expect(items[0]).toMatchObject({ reviewer: { firstName: 'Membre', lastName: 'indisponible', unavailable: true } });
  const second = await call('memberReviews', carrier, { ...about, query: { cursor: String(first.body['next']) } });
  const all = [...items, ...(second.body['items'] as Review[])].map(({ createdAt }) => createdAt);
  expect(all).toHaveLength(12);
  expect(all).toEqual(all.toSorted().toReversed());
});

test('after a block the author edits no review unless the two completed a delivery, and may still delete it', async () => {
  const { call, leave, table } = await reviewing();
  await leave(reviewer);
  const review = { params: { reviewId: `${target}.${reviewer}` }, version: 1 };
  await table.transact([table.put({ ...keys.block(target, reviewer), kind: 'block' })]);
  expect(await call('editReview', reviewer, { ...review, body: { rating: 1, comment: 'Réponds-moi' } })).toMatchObject({
    status: 404,
  });
  await table.transact([table.put({ ...keys.deliveredTogether(target, reviewer), kind: 'met' })]);
  expect(await call('editReview', reviewer, { ...review, body: { rating: 4 } })).toMatchObject({ status: 200 });
  await table.transact([table.remove(keys.deliveredTogether(target, reviewer))]);
  expect(await call('deleteReview', reviewer, { ...review, version: 2 })).toMatchObject({ status: 204 });
});

test('a rejected author edits no review', async () => {
  const { call, leave, put } = await reviewing();
  await leave(reviewer);
  await put(profileItem(aProfile('M', { status: 'rejected' })));
  const review = { params: { reviewId: `${target}.${reviewer}` }, version: 1, body: { rating: 1 } };
  expect(await call('editReview', reviewer, review)).toMatchObject({ body: { code: 'PROFILE_NOT_APPROVED' } });
});
