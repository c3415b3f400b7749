import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { atVersion, type Item, type Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReview, reviewItem } from '#functions/reviews/repository.ts';
import { once } from './once.ts';

/**
 * Stores each review again, unchanged, once, so that older reviews appear in the list of their author. A review that
 * changes in between is stored by its own act. Returns how many were stored.
 */
export const fillReviews = (table: Table, now: number): Promise<number> =>
  once(table, { name: 'reviews', now }, { profile: (member) => storeReviewsOf(table, member) });

async function storeReviewsOf(table: Table, member: Item): Promise<number> {
  let stored = 0;
  const { gs1pk } = indexes.reviewsOf(parseProfile(member).id, '');
  for await (const item of itemsOf(table, queryOf({ index: 'gs1', partition: gs1pk }))) {
    const review = parseReview(item);
    if (await attempt(table, [table.put(reviewItem(review), atVersion(review.version))])) stored += 1;
  }
  return stored;
}
