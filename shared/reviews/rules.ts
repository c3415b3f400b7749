import { Refusal } from '../refusal.ts';
import type { NewReview, OwnReview } from './contract.ts';
import { type ReviewRecord, reviewIdOf } from './record.ts';

const wordsOf = ({ rating, comment }: NewReview) => ({ rating, ...(comment ? { comment } : {}) });

/** The first review of a member by another. Throws SELF_ACTION for the member themselves (product 1.5). */
export function leaveReview(
  input: NewReview,
  pair: Pick<ReviewRecord, 'targetId' | 'reviewerId'>,
  now: number,
): ReviewRecord {
  if (pair.targetId === pair.reviewerId) {
    throw new Refusal('SELF_ACTION', {
      title: 'Action impossible',
      detail: 'Vous ne pouvez pas vous évaluer vous-même',
    });
  }
  return { ...pair, ...wordsOf(input), createdAt: new Date(now).toISOString(), version: 1 };
}

/** The author's new text. Throws STALE when it changes another version than the stored one. */
export function editReview(review: ReviewRecord, input: NewReview, seen: number, now: number): ReviewRecord {
  requireSeen(review, seen);
  const { comment: _replaced, ...rest } = review;
  return { ...rest, ...wordsOf(input), editedAt: new Date(now).toISOString(), version: review.version + 1 };
}

export function requireSeen(review: ReviewRecord, seen: number): void {
  if (review.version !== seen) throw staleReview(review);
}

export const staleReview = (current: ReviewRecord | undefined): Refusal =>
  current
    ? new Refusal('STALE', undefined, { current: toOwnReview(current) })
    : new Refusal('NOT_FOUND', { title: 'Avis introuvable', detail: "Cet avis n'existe pas ou a été supprimé." });

export const alreadyReviewed = (current: ReviewRecord | undefined): Refusal =>
  new Refusal(
    'STATE_CHANGED',
    { title: 'Avis déjà donné', detail: 'Vous avez déjà évalué ce membre. Modifiez votre avis.' },
    current ? { current: toOwnReview(current) } : {},
  );

export const toOwnReview = (review: ReviewRecord): OwnReview => ({
  id: reviewIdOf(review),
  ...wordsOf(review),
  version: review.version,
});
