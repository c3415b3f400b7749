import { Star } from 'lucide-react';
import { useId } from 'react';
import '#web/features/reviews/reviews.css';

const starCount = 5;

export const starsText = (count: number) => `${count} étoile${count > 1 ? 's' : ''}`;

/** A rating of one to five stars: native radio buttons drawn as stars. */
export function StarsField(props: { label: string; value: number; onChange: (stars: number) => void }) {
  const { label, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="field__label">{label}</legend>
      <div className="stars-field">
        {Array.from({ length: starCount }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className="stars-field__star">
            <input
              type="radio"
              name={name}
              value={stars}
              aria-label={starsText(stars)}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Star size={32} aria-hidden="true" />
          </label>
        ))}
        <span className="stars-field__chosen" aria-hidden="true">
          {starsText(value)}
        </span>
      </div>
    </fieldset>
  );
}

/** A given rating: « Note : 4 étoiles sur 5 ». */
export function Stars({ count }: { count: number }) {
  return (
    <span className="stars">
      <span className="visually-hidden">Note : {starsText(count)} sur 5</span>
      {Array.from({ length: starCount }, (_, index) => (
        <Star key={index} size={18} aria-hidden="true" className={index < count ? 'stars__full' : 'stars__empty'} />
      ))}
    </span>
  );
}
