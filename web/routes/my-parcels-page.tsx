import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Standing } from '#shared/situation/contract.ts';
import { isListing } from '#shared/situation/stages.ts';
import { standingLabels } from '#shared/situation/words.ts';
import { NoDelivery, useDeliveries, WorkList } from '#web/features/deliveries/lists/work-list.tsx';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { OwnParcels } from '#web/features/parcels/own-parcels.tsx';
import { useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/listings/listing-table.css';
import '#web/features/search/search.css';

/** `/my-parcels` (product 2.2): the member's own parcels and their deliveries. */
export function MyParcelsPage() {
  const [params, setParams] = usePageQuery(paths.myParcels);
  const { me } = useSession();
  const tab = params.get('tab') === 'deliveries' ? 'deliveries' : 'parcels';
  return (
    <div className="container page stack">
      <div className="cluster page-top">
        <h1>Mes colis</h1>
        <Button as={Link} variant="primary" to={paths.sendParcel}>
          Envoyer un colis
        </Button>
      </div>
      <div>
        <Tabs
          label="Mes colis"
          value={tab}
          onChange={(value) => setParams(value === 'deliveries' ? [['tab', value]] : [])}
          tabs={[
            { value: 'parcels', label: "J'envoie", content: <SentParcels /> },
            {
              value: 'deliveries',
              label: `Je transporte${toDoText(me?.unread.carriedToAnswer)}`,
              content: <CarriedParcels />,
            },
          ]}
        />
      </div>
    </div>
  );
}

/** « À faire » tells its number in the list; what the other tab asks is counted too. */
const toDoText = (count = 0) => (count > 0 ? ` (${count} à traiter)` : '');

const stages = Standing.options
  .filter((stage) => stage !== 'unavailable')
  .map((stage) => [stage, standingLabels[stage]] as const);

const carriedStages = stages.filter(([stage]) => stage === 'problem' || !isListing(stage));

const NoneIn = ({ stage, onAll }: { stage: Standing; onAll: () => void }) => (
  <EmptyState
    drawing="search"
    title={`Aucun colis « ${standingLabels[stage]} »`}
    action={<Button onClick={onAll}>Voir tous mes colis</Button>}
  />
);

/** The address holds the status, and the field chooses another one. */
function useStage(offered: typeof stages) {
  const [params, setParams] = usePageQuery(paths.myParcels);
  const change = (name: 'stage' | 'parcel', value: string | undefined) =>
    setParams((current) => {
      if (value) current.set(name, value);
      else current.delete(name);
      return current;
    });
  const stage = Standing.safeParse(params.get('stage')).data;
  const field = (
    <div className="listing-filter">
      <SelectField
        label="Statut"
        name="stage"
        optional="silent"
        options={offered}
        placeholder="Tous les statuts"
        value={stage ?? ''}
        onChange={({ target }) => change('stage', target.value)}
      />
    </div>
  );
  return { params, change, stage, field };
}

/** The member's own listings, optionally of one status; the open one is in the address. */
function SentParcels() {
  const { params, change, stage, field } = useStage(stages);
  const openId = params.get('parcel');
  return (
    <div className="stack">
      {field}
      <OwnParcels
        list={useOwnParcels(stage)}
        empty={
          stage ? (
            <NoneIn stage={stage} onAll={() => change('stage', undefined)} />
          ) : (
            <EmptyState
              title="Vous n'avez pas encore publié de colis"
              action={
                <Button as={Link} variant="primary" to={paths.sendParcel}>
                  Envoyer un colis
                </Button>
              }
            />
          )
        }
        addressOf={({ id }) => `?${withParcel(params, id)}`}
        onOpen={({ id }) => change('parcel', id)}
      />
      {openId && <ParcelDialog key={openId} parcelId={openId} onClose={() => change('parcel', undefined)} isManaged />}
    </div>
  );
}

function withParcel(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set('parcel', id);
  return next;
}

function CarriedParcels() {
  const { me } = useSession();
  const { change, stage, field } = useStage(carriedStages);
  const { items, error, retry, more, shownAt } = useDeliveries(undefined, stage);
  return (
    <div className="stack">
      {field}
      <LoadState at={shownAt} error={error} onRetry={retry} />
      {!items && !error && <ListingTableSkeleton />}
      {items?.length === 0 &&
        (stage ? (
          <NoneIn stage={stage} onAll={() => change('stage', undefined)} />
        ) : (
          <NoDelivery title="Vous ne transportez aucun colis" />
        ))}
      {items && items.length > 0 && <WorkList items={items} more={more} memberId={me?.id ?? ''} />}
      <Link className="lone-link follows" to={paths.deliverySelection}>
        Mes livraisons, étape par étape
      </Link>
    </div>
  );
}
