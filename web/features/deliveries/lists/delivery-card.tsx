import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { nextStep } from '#shared/deliveries/next-step.ts';
import { termsText } from '#shared/deliveries/words.ts';
import { weightText } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import { shortDay } from '#shared/values/time.ts';
import { AnswerBy } from '#web/features/deliveries/agreement/answer-by.tsx';
import { ProgressDots } from '#web/features/deliveries/lists/progress-dots.tsx';
import { ParcelStatusBadge } from '#web/features/parcels/badges.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { shortDayOf } from '#web/lib/moments.ts';
import '#web/features/deliveries/lists/delivery-list.css';

interface DeliveryCardProps {
  delivery: ListedDelivery;
  memberId: string;
  /** Shown instead of the next step, when no step is left. */
  ended?: string | undefined;
  /** The possible acts. */
  children?: ReactNode;
}

/** A delivery in a list of one participant: its route, its progress, its next step and the possible acts. */
export function DeliveryCard({ delivery, memberId, ended, children }: DeliveryCardProps) {
  const { id, title, pickup, status, partner, deadline, deliveredAt, weightGrams, terms } = delivery;
  const step = nextStep(delivery, { memberId, partner });
  return (
    <li className={`card delivery-card ${ended ? 'delivery-card--ended' : ''}`}>
      <div className="delivery-card__top">
        <h3 className="delivery-card__route">
          <bdi translate="no">{pickup.city}</bdi> <span aria-hidden="true">→</span>
          <span className="visually-hidden">vers</span> <bdi translate="no">{delivery.delivery.city}</bdi>
        </h3>
        <ParcelStatusBadge status={status} returnConfirmedAt={delivery.returnConfirmedAt} />
      </div>
      <p className="delivery-card__facts">
        <Link to={paths.delivery(id)} dir="auto">
          {title}
        </Link>
        <span className="muted small">
          {!terms && `${weightText(weightGrams)} · `}
          {deliveredAt ? `livré le ${shortDayOf(deliveredAt)}` : `avant le ${shortDay(deadline)}`}
        </span>
      </p>
      {terms && <p>{termsText(terms)}</p>}
      <MemberLine member={partner} />
      <p className="delivery-card__step" role={ended ? 'status' : undefined}>
        <ProgressDots status={status} />
        {ended ??
          (step && (
            <span>
              <span className="muted">Prochaine étape :</span> <bdi>{step}</bdi>
            </span>
          ))}
      </p>
      {!ended && <AnswerBy parcel={delivery} />}
      {children && <div className="cluster delivery-card__acts">{children}</div>}
    </li>
  );
}
