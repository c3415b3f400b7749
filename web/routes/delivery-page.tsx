import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router-dom';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { paths, patterns } from '#shared/site/paths.ts';
import { badgeOf } from '#shared/situation/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { isHandover } from '#web/features/deliveries/acts/acted.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { DeliveryView } from '#web/features/deliveries/delivery-view.tsx';
import { messagingApi } from '#web/features/messaging/api.ts';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { useDocumentTitle } from '#web/lib/document/document-head.ts';
import { laterBanners } from '#web/lib/later-banners.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const StrandedHandovers = lazyPart(() =>
  import('#web/features/deliveries/queued-handover.tsx').then((file) => file.StrandedHandovers),
);

/** `/delivery/{parcelId}?sender=` (product 2.2, Parcel tracking). */
export function DeliveryPage() {
  const { parcelId = '' } = useParams();
  return (
    <div className="container">
      <AccountNeeded title="Suivi du colis">
        {(me) => <Delivery key={parcelId} parcelId={parcelId} memberId={me.id} />}
      </AccountNeeded>
    </div>
  );
}

function Delivery({ parcelId, memberId }: { parcelId: string; memberId: string }) {
  const reading = useQuery({ ...parcelsQuery('readParcel', { params: { parcelId } }), refetchOnMount: 'always' });
  // The view reads it; the steps may be older than the parcel.
  const steps = useQuery({ ...deliveriesQuery('tracking', { params: { parcelId } }), enabled: false });
  const seenAt = Math.min(reading.dataUpdatedAt, steps.dataUpdatedAt || reading.dataUpdatedAt);
  const [params] = usePageQuery(patterns.delivery);
  const parcel = reading.data;
  const problem = reading.error && asProblem(reading.error);
  const isParty = parcel && (parcel.ownerId === memberId || parcel.carrierId === memberId);
  const situation = isParty ? parcel.situation : undefined;
  const [wasCarrier, setWasCarrier] = useState(false);
  if (!wasCarrier && parcel?.carrierId === memberId) setWasCarrier(true);
  useDocumentTitle(isParty ? `Suivi : ${isolated(parcel.title)}` : undefined);

  const { undecided } = useSyncExternalStore(laterBanners.subscribe, laterBanners.get, laterBanners.get);
  const takesPhotos = situation?.acts.some(({ name }) => isHandover(name, situation));
  const stranded = undecided && (parcel || problem) && !takesPhotos && (
    <Suspense fallback={null}>
      <StrandedHandovers parcelId={parcelId} status={situation && badgeOf(situation)} />
    </Suspense>
  );

  const isGone = problem?.code === 'NOT_FOUND';
  if (isGone || (parcel && !isParty)) {
    return (
      <NotTheirs parcelId={parcelId} isSeen={!isGone} ownerId={wasCarrier ? parcel?.ownerId : undefined}>
        {stranded}
      </NotTheirs>
    );
  }
  return (
    <div className="page stack">
      <h1 tabIndex={-1}>{parcel ? <bdi>{parcel.title}</bdi> : 'Suivi du colis'}</h1>
      <SeenAgo at={seenAt} error={reading.error} onRetry={() => void reading.refetch()} />
      {stranded}
      {parcel && situation && (
        <DeliveryView {...{ parcel, situation, memberId }} partnerId={params.get('sender') || undefined} />
      )}
      {!parcel && problem && (
        <ErrorPanel title={deliveryWords.loadFailed} message={problem.detail} onRetry={() => void reading.refetch()} />
      )}
      {!parcel && !problem && <Waiting />}
    </div>
  );
}

const Waiting = () => (
  <Loading>
    <Skeleton height="24rem" />
  </Loading>
);

const newest = { query: { filter: 'parcels', limit: '20' } } as const;

interface NotTheirsProps {
  parcelId: string;
  isSeen: boolean;
  /** The owner, for a reader who was the carrier until now. */
  ownerId: string | undefined;
  children: ReactNode;
}

/** It leads a former carrier, and who has written about the parcel, to their conversation about it. */
function NotTheirs({ parcelId, isSeen, ownerId, children }: NotTheirsProps) {
  const conversations = useQuery({
    queryKey: queryKey('messaging', 'conversations', newest),
    queryFn: () => messagingApi.conversations(newest),
    enabled: ownerId === undefined,
  });
  const withId = ownerId ?? conversations.data?.items.find(({ parcel }) => parcel?.id === parcelId)?.with.id;
  if (conversations.isLoading) return <Waiting />;
  const place = withId
    ? {
        title: 'Vous ne suivez pas ce colis',
        text: "Seuls l'expéditeur et le transporteur suivent une livraison. Si un accord a pris fin, votre conversation dit comment.",
        to: paths.conversation(withId, parcelId),
        label: 'Ouvrir la conversation',
      }
    : {
        title: isSeen ? "Vous n'avez pas accès à cette page" : deliveryWords.notFound,
        text: "Seuls l'expéditeur et le transporteur suivent une livraison.",
        to: paths.myParcels,
        label: 'Mes colis',
      };
  return (
    <NoDelivery {...place}>
      <p>
        {withId
          ? 'Ce que vous transportez : '
          : "Si vous l'avez transporté, la conversation dit comment l'accord a pris fin : "}
        <Link className="lone-link" to={withId ? paths.deliverySelection : paths.messages}>
          {withId ? 'Mes livraisons' : 'Messages'}
        </Link>
      </p>
      {children}
    </NoDelivery>
  );
}

interface NoDeliveryProps {
  title: string;
  text: string;
  to: string;
  label: string;
  children: ReactNode;
}

const NoDelivery = ({ title, text, to, label, children }: NoDeliveryProps) => (
  <div className="page stack">
    <h1 className="visually-hidden" tabIndex={-1}>
      {title}
    </h1>
    <EmptyState
      drawing="lost"
      title={title}
      action={
        <Button as={Link} variant="primary" to={to}>
          {label}
        </Button>
      }
    >
      <p>{text}</p>
    </EmptyState>
    {children}
  </div>
);
