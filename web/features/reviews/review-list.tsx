import '#web/features/reviews/reviews.css';
import '#web/features/listings/listings.css';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Review } from '#shared/reviews/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { ofMember } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { reviewsApi } from './api.ts';
import { Stars } from './stars-field.tsx';

const nameOfReviewer = ({ reviewer }: Review) =>
  [reviewer.firstName || 'Utilisateur', reviewer.lastName].filter(Boolean).join(' ');

function ReviewItem({ review, children }: { review: Review; children: ReactNode }) {
  const { reviewer, rating, comment, verified, createdAt, editedAt } = review;
  const name = nameOfReviewer(review);
  return (
    <li className="review stack stack--tight">
      <div className="cluster member-line">
        <Avatar member={reviewer} size="sm" />
        {reviewer.unavailable ? (
          <span className="review__name muted">{name}</span>
        ) : (
          <Link className="review__name" to={paths.member(reviewer.id)}>
            <bdi translate="no">{name}</bdi>
          </Link>
        )}
        {verified && <Badge tone="success">Avis vérifié</Badge>}
      </div>
      <p className="cluster small">
        <Stars count={rating} />
        <span className="muted">
          <time dateTime={createdAt}>{shortDayOf(createdAt)}</time>
          {editedAt && ', modifié'}
        </span>
      </p>
      {comment && (
        <p dir="auto" className="member-text">
          {comment}
        </p>
      )}
      {children}
    </li>
  );
}

/** Administrators alone load it; the page can do without it. */
const DeleteReview = lazyPart(
  () => import('#web/features/admin/delete-review.tsx').then((file) => file.DeleteReview),
  () => null,
);

export function ReviewList({ userId }: { userId: string }) {
  const { pages, error, retry, more } = usePages(
    queryKey('reviews', 'memberReviews', { params: { userId } }),
    (cursor, options) => reviewsApi.memberReviews({ params: { userId }, query: { cursor } }, options),
  );
  const { me } = useSession();
  const reviews = pages?.flatMap(({ items }) => items);
  return (
    <>
      <p>
        <Link className="lone-link small" to={`${paths.terms}#avis`}>
          Comment sont donnés les avis
        </Link>
      </p>
      {error && <LoadFailed title="Impossible de charger les avis" error={error} onRetry={retry} />}
      {!reviews && !error && (
        <Loading>
          <div className="stack">
            <Skeleton width="40%" />
            <Skeleton height="3rem" />
          </div>
        </Loading>
      )}
      {reviews?.length === 0 && <p className="muted">Aucun avis pour le moment.</p>}
      {reviews && reviews.length > 0 && (
        <ul className="reviews">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review}>
              <ReportButton
                thing={{ kind: 'review', id: review.id, accused: review.reviewer }}
                name={`avis ${ofMember(isolated(nameOfReviewer(review)))}`}
                variant="link"
              />
              {me?.isAdmin && me.id !== userId && me.id !== review.reviewer.id && (
                <Suspense>
                  <DeleteReview review={review} userId={userId} name={nameOfReviewer(review)} />
                </Suspense>
              )}
            </ReviewItem>
          ))}
        </ul>
      )}
      <MoreButton {...more} />
    </>
  );
}
