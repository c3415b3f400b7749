import { useQuery } from '@tanstack/react-query';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';

/** Reviews about the member. */
export function OwnReviews({ userId }: { userId: string }) {
  const { data: member } = useQuery(profilesQuery('readMember', { params: { userId } }));
  return (
    <>
      {member && <RatingSummary member={member} />}
      <ReviewList userId={userId} />
    </>
  );
}
