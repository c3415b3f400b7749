import { paths } from '#shared/site/paths.ts';
import { routeEnds } from '#web/features/listings/route-ends.ts';
import { PublishParcel } from '#web/features/parcels/publish-parcel.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

const FromParcel = lazyPart(() => import('#web/features/parcels/from-parcel.tsx').then((file) => file.FromParcel));

/**
 * `/send-parcel` (product 2.2): everybody may fill it in, members publish. `?edit=<id>` changes an own parcel,
 * `?copy=<id>` starts with its values, two places (`?fromCity=…`) with these.
 */
export function SendParcelPage() {
  const [params] = usePageQuery(paths.sendParcel);
  const editedId = params.get('edit') ?? undefined;
  const ends = routeEnds(params);
  const sourceId = editedId ?? params.get('copy') ?? undefined;
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>{editedId ? 'Modifier mon colis' : 'Envoyer ou recevoir un colis'}</h1>
        <p className="muted">
          {editedId
            ? 'Après vos modifications, votre annonce est validée de nouveau avant de réapparaître.'
            : 'Décrivez votre colis : les voyageurs qui font la route pourront vous contacter.'}
        </p>
      </div>
      {sourceId ? (
        <FromParcel key={sourceId} parcelId={sourceId} isEdit={editedId !== undefined} />
      ) : (
        <PublishParcel draftName="parcel" first={ends && { pickup: ends.from, delivery: ends.to }} />
      )}
    </div>
  );
}
