import type { QueryKey } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { MoreButton } from '#web/components/more-button.tsx';
import { Loading, Skeleton } from '#web/components/skeleton.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { usePages } from '#web/components/use-pages.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { ParcelTable } from '#web/features/parcels/parcel-table.tsx';
import type { CallOptions } from '#web/lib/api.ts';
import { asProblem } from '#web/lib/problem.ts';
import { keyOf } from '#web/lib/query.ts';
import '#web/components/listing.css';

type ParcelPage = { items: Parcel[]; next?: string | undefined };

const lists = {
  sent: {
    label: 'Mes envois',
    queryKey: keyOf('parcels', 'myParcels'),
    read: (cursor: string | undefined, options: CallOptions) => parcelsApi.myParcels({ query: { cursor } }, options),
    empty: "Vous n'avez pas encore publié de colis",
    action: { to: '/send-parcel', text: 'Envoyer un colis' },
  },
  carried: {
    label: 'Je transporte',
    queryKey: keyOf('deliveries', 'myDeliveries'),
    read: (cursor: string | undefined, options: CallOptions) =>
      deliveriesApi.myDeliveries({ query: { cursor } }, options),
    empty: 'Vous ne transportez aucun colis',
    action: { to: '/find-parcels', text: 'Trouver un colis sur ma route' },
  },
};

/** `/my-parcels` (spec 2 §2): what one sends, and what one carries. */
export function MyParcelsPage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'transport' ? 'transport' : 'envois';
  return (
    <div className="container page stack">
      <div className="page-top">
        <h1>Mes colis</h1>
        <Link className="amplify-button amplify-button--primary" to="/send-parcel">
          Envoyer un colis
        </Link>
      </div>
      <div>
        <Tabs
          label="Mes colis"
          value={tab}
          onChange={(value) => setParams(value === 'transport' ? { tab: value } : {})}
          tabs={[
            { value: 'envois', label: lists.sent.label, content: <ParcelList {...lists.sent} /> },
            { value: 'transport', label: lists.carried.label, content: <ParcelList {...lists.carried} /> },
          ]}
        />
      </div>
    </div>
  );
}

type ParcelListProps = {
  label: string;
  queryKey: QueryKey;
  read: (cursor: string | undefined, options: CallOptions) => Promise<ParcelPage>;
  empty: string;
  action: { to: string; text: string };
};

function ParcelList({ label, queryKey, read, empty, action }: ParcelListProps) {
  const { pages, error, retry, more } = usePages(queryKey, read);
  const parcels = pages?.flatMap(({ items }) => items);
  return (
    <div className="stack">
      {error && (
        <ErrorPanel title="Impossible de charger les données" message={asProblem(error).detail} onRetry={retry} />
      )}
      {!parcels && !error && <RowSkeletons />}
      {parcels?.length === 0 && (
        <EmptyState
          title={empty}
          action={
            <Link className="amplify-button amplify-button--primary" to={action.to}>
              {action.text}
            </Link>
          }
        />
      )}
      {parcels && parcels.length > 0 && <ParcelTable parcels={parcels} caption={label} />}
      <MoreButton {...more} />
    </div>
  );
}

const RowSkeletons = () => (
  <Loading>
    <div className="stack">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height="3rem" />
      ))}
    </div>
  </Loading>
);
