import { expect, test } from 'vitest';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { aProfileRecord, aReviewRecord } from '#test/support/factories.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { fillReviews } from './fill-reviews.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const target = '00000000-0000-4000-8000-000000000001';
const author = '00000000-0000-4000-8000-000000000002';

test('reviews from before are listed by their author, once', async () => {
  const review = aReviewRecord({ targetId: target, reviewerId: author });
  const { gs3pk: _list, gs3sk: _place, ...old } = reviewItem(review);
  const profile = aProfileRecord({ id: target, createdAt: '2026-10-05T10:00:00.000Z' });
  const table = await tableWith([profileItem(profile), old]);
  const written = async () => {
    const { gs3pk } = indexes.reviewsBy(author, '');
    return (await table.query(queryOf({ index: 'gs3', partition: gs3pk }))).items.map(({ record }) => record);
  };
  expect(await written()).toEqual([]);
  expect(await fillReviews(table, now)).toBe(1);
  expect(await written()).toEqual([review]);
  expect(await fillReviews(table, now)).toBe(0);
});
