import '#web/features/deliveries/lists/delivery-list.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { paths } from '#shared/site/paths.ts';
import type { Standing } from '#shared/situation/contract.ts';
import { isDenied } from '#shared/situation/open-problem.ts';
import { isOver, stepBeside } from '#shared/situation/stages.ts';
import { termsLine } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { ActionsMenu } from '#web/features/listings/actions-menu.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { ProgressDots } from './progress-dots.tsx';

/** The day by which it is expected, or on which it arrived; another end has none. */
function dayText({ deadline, deliveredAt, situation }: ListedDelivery): string | undefined {
  if (!isOver(situation) || isDenied(situation)) return `avant le ${shortDay(deadline)}`;
  return situation.stage === 'delivered' && deliveredAt ? `livré le ${shortDayOf(deliveredAt)}` : undefined;
}

interface DeliveryCardProps {
  delivery: ListedDelivery;
  children: ReactNode;
}

/** A delivery in the list of its carrier: its route, its progress, what comes next and the possible acts. */
function DeliveryCard({ delivery, children }: DeliveryCardProps) {
  const { id, title, pickup, partner, cancelReason, situation } = delivery;
  const { terms } = situation;
  const day = dayText(delivery);
  return (
    <li className="card delivery-card">
      <div className="cluster delivery-card__top">
        <h3 className="delivery-card__route">
          <bdi translate="no">{pickup.city}</bdi> <span aria-hidden="true">→</span>
          <span className="visually-hidden">vers</span> <bdi translate="no">{delivery.delivery.city}</bdi>
        </h3>
        <StageBadge of={situation} />
      </div>
      <p className="cluster delivery-card__facts">
        <Link to={paths.delivery(id)} dir="auto">
          {title}
        </Link>
        {day && <span className="muted small">{day}</span>}
      </p>
      <p>{termsLine(terms, delivery)}</p>
      <MemberLine member={partner} isRated={false} />
      <p className="cluster delivery-card__step">
        <ProgressDots of={situation} />
        <SituationSentence parcelId={id} situation={situation} people={{ other: partner, partner, ends: delivery }} />
      </p>
      {cancelReason && (
        <p className="small">
          Motif : <bdi>{cancelReason}</bdi>
        </p>
      )}
      <div className="cluster delivery-card__acts">{children}</div>
    </li>
  );
}

/** A carrier's deliveries, all or of one state, page by page, with the count of each state. */
export function useDeliveries(state?: DeliveryState, stage?: Standing) {
  const query = stage ? { state, stage } : { state };
  const list = usePages(queryKey('deliveries', 'myDeliveries', { query }), (cursor, options) =>
    deliveriesApi.myDeliveries({ query: { ...query, cursor } }, options),
  );
  return { ...list, counts: list.pages?.[0]?.counts, items: list.pages?.flatMap(({ items }) => items) };
}

/** No parcel is here: the next one is on the search page. */
export const NoDelivery = ({ title, children }: { title: string; children?: ReactNode }) => (
  <EmptyState
    title={title}
    action={
      <Button as={Link} variant="primary" to={paths.findParcels}>
        Trouver un colis à transporter
      </Button>
    }
  >
    {children}
  </EmptyState>
);

interface WorkListProps {
  items: readonly ListedDelivery[];
  more: Parameters<typeof MoreButton>[0];
  memberId: string;
}

/** Deliveries with the next act of each, and with the position form where the carrier may send one. */
export const WorkList = ({ items, more, memberId }: WorkListProps) => (
  <>
    <ul className="delivery-list">
      {items.map((delivery) => (
        <DeliveryCard key={`${delivery.id} ${delivery.assignedAt}`} delivery={delivery}>
          <Acts delivery={delivery} memberId={memberId} />
        </DeliveryCard>
      ))}
    </ul>
    <MoreButton {...more} />
  </>
);

function Acts({ delivery, memberId }: { delivery: ListedDelivery; memberId: string }) {
  const { id, title, partner, situation } = delivery;
  const { button, menu } = useActs({ parcel: delivery, memberId, other: partner });
  const { main, acts } = situation;
  const step = stepBeside(situation);
  return (
    <>
      {main && button(main, { isPrimary: true })}
      {step && button(step)}
      {main !== 'recordPosition' && acts.some(({ name }) => name === 'recordPosition') && button('recordPosition')}
      <Button as={Link} to={paths.delivery(id)} aria-label={`Suivre ${isolated(title)}`}>
        Suivre
      </Button>
      <ActionsMenu label={title} actions={menu([main, step, 'recordPosition'])} />
    </>
  );
}
