import type { Distribution, Member } from '#shared/profiles/contract.ts';
import type { OwnReview } from '#shared/reviews/contract.ts';

export const starNumbers = [5, 4, 3, 2, 1] as const satisfies readonly (keyof Distribution)[];

/** The profile with this review of the member, or without it; the server's counters follow a moment later. */
export function withReview({ myReview, rating: _average, ...member }: Member, review: OwnReview | undefined): Member {
  const counts = { ...member.distribution };
  for (const stars of starNumbers) {
    counts[stars] += Number(review?.rating === stars) - Number(myReview?.rating === stars);
  }
  const reviewCount = starNumbers.reduce((sum, stars) => sum + counts[stars], 0);
  const total = starNumbers.reduce((sum, stars) => sum + stars * counts[stars], 0);
  return {
    ...member,
    distribution: counts,
    reviewCount,
    ...(reviewCount > 0 ? { rating: Math.round((total / reviewCount) * 10) / 10 } : {}),
    ...(review ? { myReview: review } : {}),
  };
}

export function withoutReview(member: Member, review: OwnReview): Member {
  const { myReview: _theirs, ...rest } = withReview({ ...member, myReview: review }, undefined);
  return { ...rest, ...(member.myReview ? { myReview: member.myReview } : {}) };
}
