import { firstMonth, previousMonth } from '#functions/admin/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { atVersion, type Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReview, reviewItem } from '#functions/reviews/repository.ts';
import { monthOf } from '#shared/values/time.ts';

/**
 * Runs once in the life of the table. It stores each review again, unchanged, so that reviews from before are in the
 * list of what their author wrote. A review that changes meanwhile is stored by its own act. If a night ends too early,
 * the next one continues from the month that it reached. Returns how many were stored.
 */
export async function fillReviews(table: Table, now: number): Promise<number> {
  const work = keys.done('reviews');
  const reached = (await table.get(work, { consistent: true }))?.['record'] as { next: string } | undefined;
  let stored = 0;
  for (let month = reached?.next ?? monthOf(new Date(now).toISOString()); month >= firstMonth; ) {
    const members = itemsOf(table, queryOf({ index: 'gs3', partition: indexes.all('PROFILE', month, '').gs3pk }));
    for await (const member of members) {
      const { gs1pk } = indexes.reviewsOf(parseProfile(member).id, '');
      for await (const item of itemsOf(table, queryOf({ index: 'gs1', partition: gs1pk }))) {
        const review = parseReview(item);
        if (await attempt(table, [table.put(reviewItem(review), atVersion(review.version))])) stored += 1;
      }
    }
    month = previousMonth(month);
    await table.transact([table.put({ ...work, record: { next: month } })]);
  }
  return stored;
}
