import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Review } from '#shared/reviews/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { Stars } from '#web/features/reviews/stars-field.tsx';
import { shortDayOf } from '#web/lib/moments.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import '#web/features/profiles/member-line.css';
import '#web/features/reviews/reviews.css';

export const nameOfReviewer = ({ reviewer }: Review) =>
  [reviewer.firstName || 'Utilisateur', reviewer.lastName].filter(Boolean).join(' ');

export function ReviewItem({ review, children }: { review: Review; children: ReactNode }) {
  const { reviewer, rating, comment, verified, createdAt, editedAt } = review;
  const name = nameOfReviewer(review);
  return (
    <li className="review stack stack--tight">
      <div className="member-line">
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
