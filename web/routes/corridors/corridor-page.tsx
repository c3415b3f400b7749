import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, useMatch, useNavigate, useParams } from 'react-router-dom';
import type { ListingKind } from '#shared/search/filter.ts';
import { findPath, paths, patterns, withQuery } from '#shared/site/paths.ts';
import { routeText } from '#shared/values/french.ts';
import { corridorsQuery } from '#web/features/corridors/api.ts';
import { corridorPath, publishPath, type ReadCorridor } from '#web/features/corridors/corridor.ts';
import { CorridorList } from '#web/features/corridors/corridor-list.tsx';
import { CorridorMarket } from '#web/features/corridors/corridor-market.tsx';
import { capital, nounOf } from '#web/features/corridors/words.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { NotFoundPage } from '#web/routes/site/not-found-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';

/** Lazy, because the page is complete without it. */
const AlertOffer = lazyPart(() => import('#web/features/alerts/alert-offer.tsx').then((file) => file.AlertOffer));

/** `/colis/{corridor}` and `/trajets/{corridor}` (product 2.2): the listings between two places. */
export function CorridorPage() {
  const kind = useMatch(patterns.tripCorridor) ? 'trip' : 'parcel';
  const { corridor = '' } = useParams();
  const [params] = usePageQuery(patterns.parcelCorridor);
  const query = { fromPlace: placeIn(params.get('fromPlace')), toPlace: placeIn(params.get('toPlace')) };
  const { data, error, refetch } = useQuery(corridorsQuery('readCorridor', { params: { corridor }, query }));
  const isOtherwise = data && (data.slug !== corridor || params.has('fromPlace') || params.has('toPlace'));
  useCanonicalAddress(kind, isOtherwise ? data : undefined);

  if (error && asProblem(error).code === 'NOT_FOUND') return <NotFoundPage />;
  const noun = capital(nounOf[kind].many);
  return (
    <div className="container page stack stack--wide">
      <header className="stack">
        <h1 tabIndex={-1}>
          {noun} {data ? <span translate="no">{routeText(data.from, data.to)}</span> : 'entre deux villes'}
        </h1>
        <div className="cluster">
          <Button as={Link} variant="primary" to={data ? publishPath('parcel', data) : paths.sendParcel}>
            Envoyer un colis
          </Button>
          <Button as={Link} to={data ? publishPath('trip', data) : paths.transportParcel}>
            Transporter un colis
          </Button>
          {data && (
            <Suspense fallback={null}>
              <AlertOffer
                wish={{ kind, from: data.from, to: data.to, date: '', parts: [] }}
                after={findPath(kind, data, { alert: 'new' })}
              />
            </Suspense>
          )}
        </div>
      </header>
      {data ? (
        <>
          <CorridorMarket kind={kind} corridor={data} />
          <Neighbours kind={kind} corridor={data} />
        </>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeletons count={6} />
      )}
      <HowItWorks />
      <p>
        <Link
          className="lone-link"
          to={withQuery(paths.contact, { topic: 'report', kind: 'page', id: corridorPath(kind, corridor) })}
        >
          Signaler un contenu de cette page
        </Link>
      </p>
    </div>
  );
}

const placeIn = (typed: string | null) => /^\d{1,10}$/.exec(typed ?? '')?.[0];

/** Replaces the address of this corridor, another spelling or one with ids, by its canonical address. */
function useCanonicalAddress(kind: ListingKind, corridor: ReadCorridor | undefined): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!corridor) return;
    const { queryKey } = corridorsQuery('readCorridor', { params: { corridor: corridor.slug }, query: {} });
    client.setQueryData(queryKey, corridor);
    void navigate(corridorPath(kind, corridor.slug), { replace: true });
  }, [kind, corridor, navigate, client]);
}

function Neighbours({ kind, corridor: { neighbours } }: { kind: ListingKind; corridor: ReadCorridor }) {
  if (neighbours.length === 0) return null;
  return (
    <section aria-labelledby="neighbours" className="stack">
      <h2 id="neighbours">Autres trajets</h2>
      <CorridorList corridors={neighbours} kind={kind} />
    </section>
  );
}

const HowItWorks = () => (
  <section aria-labelledby="how" className="prose">
    <h2 id="how">Comment ça marche</h2>
    <ol>
      <li>Publiez votre colis ou votre trajet : il apparaît après validation, sous 24 à 48 heures.</li>
      <li>Mettez-vous d'accord par la messagerie, sur le prix comme sur le rendez-vous.</li>
      <li>Suivez le colis : une photo au départ, une photo à l'arrivée.</li>
    </ol>
    <p>
      <Link className="lone-link" to={paths.howItWorks}>
        Toutes les étapes en détail
      </Link>
    </p>
  </section>
);
