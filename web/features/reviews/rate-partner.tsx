import { Star } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMember } from '#web/features/profiles/api.ts';
import { Stars, starsText } from '#web/features/reviews/stars-field.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/reviews/reviews.css';

/** Its form has the libraries of forms. */
const ReviewDialog = lazyPart(() =>
  import('#web/features/reviews/review-dialog.tsx').then((file) => file.ReviewDialog),
);

const starCounts = [1, 2, 3, 4, 5] as const;

/**
 * A review of the other member after a delivery: stars with one touch, then an optional text. Stars already given are
 * shown. A partner whose page is closed to the reader can be reviewed, too (rule 183).
 */
export function RatePartner({ userId, name }: { userId: string; name: string }) {
  const { me } = useSession();
  const { member, failure, failures } = useMember(userId);
  const [stars, setStars] = useState<number>();
  const isClosed = failure !== null && asProblem(failure).code === 'NOT_FOUND';
  if (!member && !isClosed) return failures === 0 && <div className="rate-room" />;
  const mine = member?.myReview;
  if (!mine && me?.status !== 'approved')
    return <p className="muted small">Vous pourrez laisser un avis dès que votre identité sera vérifiée.</p>;
  return (
    <>
      {mine ? (
        <div className="cluster">
          <p>
            Votre note pour <bdi translate="no">{name}</bdi> : <Stars count={mine.rating} />
          </p>
          <Button variant="link" onClick={() => setStars(mine.rating)}>
            Modifier mon avis
          </Button>
        </div>
      ) : (
        <fieldset className="rate-partner">
          <legend>
            Tout est conforme ? Notez <bdi translate="no">{name}</bdi>
          </legend>
          {starCounts.map((count) => (
            <button
              key={count}
              type="button"
              className="icon-button"
              aria-label={starsText(count)}
              onClick={() => setStars(count)}
            >
              <Star size={32} aria-hidden="true" />
            </button>
          ))}
        </fieldset>
      )}
      {stars !== undefined && (
        <Suspense>
          <ReviewDialog userId={userId} name={name} mine={mine} preset={stars} onClose={() => setStars(undefined)} />
        </Suspense>
      )}
    </>
  );
}
