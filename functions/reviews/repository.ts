import { pageIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import type { Refusal } from '#shared/refusal.ts';
import { type ReviewRecord, ReviewRecord as ReviewSchema } from '#shared/reviews/record.ts';

const pageSize = 10;

export const parseReview = (item: Item): ReviewRecord => ReviewSchema.parse(item['record']);

/** The item of a review. Its key is the pair, so there cannot be two. */
export function reviewItem(review: ReviewRecord) {
  return {
    ...keys.review(review.targetId, review.reviewerId),
    ...indexes.reviewsOf(review.targetId, review.createdAt),
    ...indexes.reviewsBy(review.reviewerId, review.targetId),
    kind: 'review' as const,
    version: review.version,
    record: review,
  };
}

/** A member rates another one once, and may change it (rule 213). Eventually consistent. */
export const hasRated = async (table: Table, memberId: string, targetId: string): Promise<boolean> =>
  (await table.get(keys.review(targetId, memberId))) !== undefined;

type Refuse = (current: ReviewRecord | undefined) => Refusal;
const refusing = (refuse: Refuse) => (old: Item | undefined) => refuse(old && parseReview(old));

export function reviewRepository(table: Table) {
  return {
    async read(id: string): Promise<ReviewRecord | undefined> {
      const [targetId = '', reviewerId = ''] = id.split('.');
      const item = await table.get(keys.review(targetId, reviewerId), { consistent: true });
      return item && parseReview(item);
    },

    async reviewsOf(targetId: string, cursor?: string): Promise<{ items: ReviewRecord[]; next?: string }> {
      const list = { index: 'gs1', partition: indexes.reviewsOf(targetId, '').gs1pk } as const;
      const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor, isNewestFirst: true });
      return { items: items.map(parseReview), ...rest };
    },

    /** Which of these people completed a delivery with the member: one key for each person. */
    async deliveredWith(memberId: string, others: readonly string[]): Promise<Set<string>> {
      const met = await table.getMany(others.map((other) => keys.deliveredTogether(memberId, other)));
      return new Set(others.filter((_, index) => met[index]));
    },

    add: (review: ReviewRecord, refuse: Refuse): Write => table.put(reviewItem(review), absent, refusing(refuse)),

    save: (review: ReviewRecord, refuse: Refuse): Write =>
      table.put(reviewItem(review), atVersion(review.version - 1), refusing(refuse)),

    remove: ({ targetId, reviewerId, version }: ReviewRecord, refuse: Refuse): Write =>
      table.remove(keys.review(targetId, reviewerId), atVersion(version), refusing(refuse)),
  };
}
