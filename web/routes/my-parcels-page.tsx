import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Parcel, ParcelStatus } from '#shared/parcels/contract.ts';
import { parcelStatusLabels } from '#shared/parcels/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { OwnParcelActions } from '#web/features/parcels/own-parcel-actions.tsx';
import { ParcelTable } from '#web/features/parcels/parcel-table.tsx';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import type { CallOptions } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey, type RowKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/routes/my-listings.css';
import '#web/features/search/search.css';

type ParcelPage = { items: Parcel[]; next?: string | undefined };

/** `/my-parcels` (product 2.2): the member's own parcels and their deliveries. */
export function MyParcelsPage() {
  const [params, setParams] = usePageQuery(paths.myParcels);
  const tab = params.get('tab') === 'deliveries' ? 'deliveries' : 'parcels';
  return (
    <div className="container page stack">
      <div className="page-top">
        <h1>Mes colis</h1>
        <Link className="amplify-button amplify-button--primary" to={paths.sendParcel}>
          Envoyer un colis
        </Link>
      </div>
      <div>
        <Tabs
          label="Mes colis"
          value={tab}
          onChange={(value) => setParams(value === 'deliveries' ? [['tab', value]] : [])}
          tabs={[
            { value: 'parcels', label: 'Mes envois', content: <SentParcels /> },
            { value: 'deliveries', label: 'Je transporte', content: <CarriedParcels /> },
          ]}
        />
      </div>
    </div>
  );
}

const statuses = ParcelStatus.options.map((status) => [status, parcelStatusLabels[status]] as const);

/** The member's own listings, optionally by state; the open one is in the address. */
function SentParcels() {
  const [params, setParams] = usePageQuery(paths.myParcels);
  const status = ParcelStatus.safeParse(params.get('status')).data;
  const openId = params.get('parcel');
  const change = (name: 'status' | 'parcel', value: string | undefined) =>
    setParams((current) => {
      if (value) current.set(name, value);
      else current.delete(name);
      return current;
    });
  return (
    <div className="stack">
      <div className="listing-filter">
        <SelectField
          label="Statut"
          name="status"
          optional="silent"
          options={statuses}
          placeholder="Tous les statuts"
          value={status ?? ''}
          onChange={({ target }) => change('status', target.value)}
        />
      </div>
      <ParcelList
        label="Mes envois"
        queryKey={queryKey('parcels', 'myParcels', { query: { status } })}
        read={(cursor, options) => parcelsApi.myParcels({ query: { status, cursor } }, options)}
        empty={
          status ? (
            <EmptyState
              drawing="search"
              title={`Aucun colis « ${parcelStatusLabels[status]} »`}
              action={
                <button type="button" className="amplify-button" onClick={() => change('status', undefined)}>
                  Voir tous mes colis
                </button>
              }
            />
          ) : (
            <EmptyState
              title="Vous n'avez pas encore publié de colis"
              action={
                <Link className="amplify-button amplify-button--primary" to={paths.sendParcel}>
                  Envoyer un colis
                </Link>
              }
            />
          )
        }
        addressOf={({ id }) => `?${withParcel(params, id)}`}
        actionsOf={(parcel) => <OwnParcelActions parcel={parcel} onOpen={() => change('parcel', parcel.id)} />}
      />
      {openId && (
        <ParcelDialog
          key={openId}
          parcelId={openId}
          onClose={() => change('parcel', undefined)}
          ownActions={({ id, actions }) =>
            actions.editParcel?.allowed ? (
              <Link className="amplify-button amplify-button--primary" to={withQuery(paths.sendParcel, { edit: id })}>
                Modifier
              </Link>
            ) : null
          }
        />
      )}
    </div>
  );
}

function withParcel(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('parcel', id);
  return next;
}

const CarriedParcels = () => (
  <ParcelList
    label="Je transporte"
    queryKey={queryKey('deliveries', 'myDeliveries')}
    read={(cursor, options) => deliveriesApi.myDeliveries({ query: { cursor } }, options)}
    empty={
      <EmptyState
        title="Vous ne transportez aucun colis"
        action={
          <Link className="amplify-button amplify-button--primary" to={paths.findParcels}>
            Trouver un colis sur ma route
          </Link>
        }
      />
    }
    addressOf={({ id }) => paths.delivery(id)}
    actionsOf={({ id, title }) => (
      <Link className="amplify-button amplify-button--small" to={paths.delivery(id)} aria-label={`Suivre ${title}`}>
        Suivre
      </Link>
    )}
  />
);

type ParcelListProps = Pick<Parameters<typeof ParcelTable>[0], 'addressOf' | 'actionsOf'> & {
  label: string;
  queryKey: RowKey;
  read: (cursor: string | undefined, options: CallOptions) => Promise<ParcelPage>;
  empty: ReactNode;
};

function ParcelList({ label, queryKey, read, empty, ...rows }: ParcelListProps) {
  const { pages, error, retry, more } = usePages(queryKey, read);
  const parcels = pages?.flatMap(({ items }) => items);
  return (
    <div className="stack">
      {error && (
        <ErrorPanel title="Impossible de charger les données" message={asProblem(error).detail} onRetry={retry} />
      )}
      {!parcels && !error && <ListingTableSkeleton />}
      {parcels?.length === 0 && empty}
      {parcels && parcels.length > 0 && <ParcelTable parcels={parcels} caption={label} {...rows} />}
      <MoreButton {...more} />
    </div>
  );
}
