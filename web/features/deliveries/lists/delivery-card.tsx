import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { paths } from '#shared/site/paths.ts';
import { termsLine } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { ProgressDots } from '#web/features/deliveries/lists/progress-dots.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { shortDayOf } from '#web/lib/moments.ts';
import '#web/features/deliveries/lists/delivery-list.css';

interface DeliveryCardProps {
  delivery: ListedDelivery;
  children: ReactNode;
}

/** A delivery in the list of its carrier: its route, its progress, what comes next and the possible acts. */
export function DeliveryCard({ delivery, children }: DeliveryCardProps) {
  const { id, title, pickup, partner, deadline, deliveredAt, situation } = delivery;
  const { stage, terms } = situation;
  return (
    <li className="card delivery-card">
      <div className="delivery-card__top">
        <h3 className="delivery-card__route">
          <bdi translate="no">{pickup.city}</bdi> <span aria-hidden="true">→</span>
          <span className="visually-hidden">vers</span> <bdi translate="no">{delivery.delivery.city}</bdi>
        </h3>
        <StageBadge stage={stage} />
      </div>
      <p className="delivery-card__facts">
        <Link to={paths.delivery(id)} dir="auto">
          {title}
        </Link>
        <span className="muted small">
          {deliveredAt ? `livré le ${shortDayOf(deliveredAt)}` : `avant le ${shortDay(deadline)}`}
        </span>
      </p>
      <p>{termsLine(terms, delivery)}</p>
      <MemberLine member={partner} />
      <p className="delivery-card__step">
        <ProgressDots stage={stage} />
        <SituationSentence situation={situation} people={{ other: partner, partner, ends: delivery }} />
      </p>
      <div className="cluster delivery-card__acts">{children}</div>
    </li>
  );
}
