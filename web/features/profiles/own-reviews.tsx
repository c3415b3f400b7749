import { useQuery } from '@tanstack/react-query';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx';
import { ReviewList } from '#web/features/reviews/review-list.tsx';

/** What others have said about oneself. */
export function OwnReviews({ userId }: { userId: string }) {
  const { data: member } = useQuery(profilesQuery('readMember', { params: { userId } }));
  return (
    <section className="card card--roomy stack" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Mes avis reçus</h2>
      {member && <RatingSummary member={member} />}
      <ReviewList userId={userId} />
    </section>
  );
}
