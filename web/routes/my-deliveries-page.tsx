import { Link } from 'react-router-dom';
import { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import { deliveryStateLabels, noneInState } from '#shared/deliveries/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { NoDelivery, useDeliveries, WorkList } from '#web/features/deliveries/lists/work-list.tsx';
import { FindDelivery } from '#web/features/deliveries/scan/find-delivery.tsx';
import { RecentConversations } from '#web/features/messaging/list/recent-conversations.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/deliveries/lists/delivery-list.css';

/** The delivery with the nearest last day is first. */
const openStates = ['to_deliver', 'in_transit', 'to_collect'] as const satisfies readonly DeliveryState[];

/** `/delivery-selection` (product 2.2): a carrier's deliveries, and the next step of each. */
export function MyDeliveriesPage() {
  const { me } = useSession();
  const [params] = usePageQuery(paths.deliverySelection);
  const chosen = DeliveryState.safeParse(params.get('state')).data;
  const memberId = me?.id ?? '';
  const lists = [
    useDeliveries(chosen ?? openStates[0]),
    useDeliveries(chosen ?? openStates[1]),
    useDeliveries(chosen ?? openStates[2]),
  ] as const;
  const shown = chosen ? lists.slice(0, 1) : lists;
  const ages = shown.flatMap(({ shownAt }) => shownAt || []);
  // Each answer contains the counts of all four cards.
  const { counts } = lists[0];
  return (
    <div className="container page stack">
      <h1>Mes livraisons</h1>
      <StateCards counts={counts} chosen={chosen} />
      <SeenAgo
        at={ages.length > 0 ? Math.min(...ages) : 0}
        error={shown.find(({ error }) => error)?.error}
        onRetry={() => shown.forEach(({ error, retry }) => error && retry())}
      />
      <div className="cockpit">
        <div className="stack cockpit__work">
          {chosen ? (
            <StateSection key={chosen} state={chosen} memberId={memberId} isAlone />
          ) : (
            <OpenSections lists={lists} memberId={memberId} />
          )}
        </div>
        <aside className="stack">
          <FindDelivery />
          <section className="stack" aria-labelledby="recent">
            <h2 id="recent">Conversations récentes</h2>
            <RecentConversations memberId={memberId} />
          </section>
          <Link className="lone-link" to={paths.deliveryManagement}>
            Gestion de la livraison
          </Link>
        </aside>
      </div>
    </div>
  );
}

/** Four zeros say nothing to a member who only sends. */
const NeverCarried = () => (
  <NoDelivery title="Vous ne transportez aucun colis">
    <p>
      Ici vous suivez, étape par étape, les colis que vous acceptez de livrer. Vos propres colis sont dans{' '}
      <Link to={paths.myParcels}>Mes colis</Link>.
    </p>
  </NoDelivery>
);

interface OpenProps {
  lists: readonly ReturnType<typeof useDeliveries>[];
  memberId: string;
}

/** All open states together, because separately each list would move those below it. */
function OpenSections({ lists, memberId }: OpenProps) {
  if (lists.some(({ items, error }) => !items && !error)) {
    return (
      <Loading>
        <Skeleton height="40rem" />
      </Loading>
    );
  }
  const counts = lists[0]?.counts;
  if (counts && openStates.every((state) => counts[state] === 0)) {
    return counts.completed > 0 ? <NoDelivery title="Aucune livraison en cours" /> : <NeverCarried />;
  }
  return openStates.map((state) => <StateSection key={state} state={state} memberId={memberId} />);
}

interface StateSectionProps {
  state: DeliveryState;
  memberId: string;
  isAlone?: boolean;
}

/** One state with its list. Its failure does not affect the other lists. */
function StateSection({ state, memberId, isAlone = false }: StateSectionProps) {
  const { items, error, shownAt, retry, more } = useDeliveries(state);
  if (items?.length === 0 && !isAlone) return null;
  return (
    <section className="stack" aria-labelledby={`state-${state}`}>
      <h2 id={`state-${state}`}>{deliveryStateLabels[state]}</h2>
      {error && shownAt === 0 && <LoadFailed error={error} onRetry={retry} />}
      {!items && !error && (
        <Loading>
          <Skeleton height="12rem" />
        </Loading>
      )}
      {items?.length === 0 && (
        <EmptyState
          title={noneInState[state]}
          action={
            <Button as={Link} to={paths.deliverySelection}>
              Voir toutes mes livraisons
            </Button>
          }
        />
      )}
      {items && items.length > 0 && <WorkList items={items} more={more} memberId={memberId} />}
    </section>
  );
}

interface StateCardsProps {
  /** Absent while they are not known: a false 0 hides work. */
  counts: Readonly<Record<DeliveryState, number>> | undefined;
  chosen: DeliveryState | undefined;
}

/** The carrier's four cards, each with its count. A press shows only that state, a second press all states. */
const StateCards = ({ counts, chosen }: StateCardsProps) => (
  <nav aria-label="Livraisons par étape">
    <ul className="state-cards">
      {DeliveryState.options.map((state) => (
        <li key={state}>
          <Link
            className={`card state-card ${state === chosen ? 'state-card--chosen' : ''}`}
            aria-current={state === chosen ? 'true' : undefined}
            to={state === chosen ? paths.deliverySelection : withQuery(paths.deliverySelection, { state })}
            preventScrollReset
          >
            <span className="state-card__count numeric">
              {counts ? (
                counts[state].toLocaleString('fr-FR')
              ) : (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="visually-hidden">Inconnu</span>
                </>
              )}
            </span>{' '}
            {deliveryStateLabels[state]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
