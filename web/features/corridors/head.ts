import type { ListingKind } from '#shared/search/filter.ts';
import { routeText } from '#shared/values/french.ts';
import { corridorPath, type ReadCorridor } from '#web/features/corridors/corridor-list.tsx';
import { capital, countText, type FirstPages, nounOf, roomyCountText } from '#web/features/corridors/words.ts';
import type { DocumentHead } from '#web/lib/document/document-head.ts';

/** The head of a corridor's page. A page without listings of its kind is not offered to search engines. */
export function headOf(
  kind: ListingKind,
  { slug, from, to }: Pick<ReadCorridor, 'slug' | 'from' | 'to'>,
  found: FirstPages,
): Required<DocumentHead> {
  const route = routeText(from, to);
  const kinds: ListingKind[] = kind === 'trip' ? ['trip', 'parcel'] : ['parcel', 'trip'];
  const countOf = { parcel: countText('parcel', found.parcel), trip: roomyCountText(found.trip) };
  const counts = kinds.flatMap((one) => countOf[one] ?? []);
  return {
    path: corridorPath(kind, slug),
    title: `${capital(countOf[kind] ?? nounOf[kind].many)} ${route}`,
    description:
      counts.length > 0
        ? `${capital(counts.join(' et '))} ${route}, entre particuliers. Choisissez un voyageur pour votre colis, ou un colis pour votre trajet.`
        : `Envoyez un colis ${route} avec un voyageur vérifié, ou publiez votre trajet : la livraison entre particuliers.`,
    isListed: found[kind].items.length > 0,
  };
}
