import type { Member } from '#shared/profiles/contract.ts';
import { MemberRating } from '#web/features/profiles/member-line.tsx';
import { starsText } from '#web/features/reviews/stars-field.tsx';
import { starNumbers } from '#web/features/reviews/with-review.ts';
import '#web/features/reviews/reviews.css';

/** The average, and the number of reviews for each number of stars. */
export function RatingSummary({ member }: { member: Pick<Member, 'rating' | 'reviewCount' | 'distribution'> }) {
  if (member.reviewCount === 0) return null;
  return (
    <div className="rating-summary">
      <p className="rating-summary__average">
        <MemberRating member={member} />
      </p>
      <ul className="rating-bars" aria-label="Répartition des notes">
        {starNumbers.map((stars) => (
          <li key={stars}>
            <span>{starsText(stars)}</span>
            <span className="rating-bars__track" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * member.distribution[stars]) / member.reviewCount}%` }} />
            </span>
            <span className="numeric">
              {member.distribution[stars]}
              <span className="visually-hidden"> avis</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
