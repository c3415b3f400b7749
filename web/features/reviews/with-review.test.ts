import { expect, test } from 'vitest';
import { aMember } from '#test/support/factories.ts';
import { withoutReview, withReview } from '#web/features/reviews/with-review.ts';

const amel = aMember({ rating: 4, reviewCount: 2, distribution: { 1: 0, 2: 0, 3: 1, 4: 0, 5: 1 } });
const mine = { id: 'amel.karim', rating: 5, version: 1 };

test('a first review counts beside the others', () => {
  expect(withReview(amel, mine)).toMatchObject({ rating: 4.3, reviewCount: 3, myReview: mine });
});

test('a changed review replaces its own stars', () => {
  const after = withReview({ ...amel, myReview: mine }, { ...mine, rating: 2, version: 2 });
  expect(after).toMatchObject({ rating: 2.5, reviewCount: 2, distribution: { 2: 1, 3: 1, 5: 0 } });
});

test('without its only review a member is new again', () => {
  const alone = { ...amel, reviewCount: 1, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 }, myReview: mine };
  const after = withReview(alone, undefined);
  expect(after).toMatchObject({ reviewCount: 0 });
  expect(after).not.toHaveProperty('rating');
  expect(after).not.toHaveProperty('myReview');
});

test('another member’s review goes with its stars, and mine stays', () => {
  const theirs = { id: 'amel.nadia', rating: 3, version: 1 };
  expect(withoutReview({ ...amel, myReview: mine }, theirs)).toMatchObject({
    rating: 5,
    reviewCount: 1,
    distribution: { 3: 0, 5: 1 },
    myReview: mine,
  });
});
