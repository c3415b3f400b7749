import { useQuery } from '@tanstack/react-query';
import type { ActName } from '#shared/situation/contract.ts';
import { nameIn } from '#shared/situation/words.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ContentsList } from '#web/features/parcels/contents-list.tsx';
import { Parts } from '#web/features/situation/sentence.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const isYes = (act: ActName) => act === 'acceptDelivery' || act === 'chooseCarrier' || act === 'takeOffer';

/** The contents before a yes. Rows of lists do not have them, so they are read. */
export function YesContents({ act, parcel, situation, other }: Acted & { act: ActName }) {
  if (!isYes(act) || situation.offer?.isChange || !('version' in parcel)) return null;
  return <Contents {...{ parcel, situation, other }} />;
}

function Contents({ parcel, situation, other }: Pick<Acted<ActParcel>, 'parcel' | 'situation' | 'other'>) {
  const read = useQuery({
    ...parcelsQuery('readParcel', { params: { parcelId: parcel.id } }),
    enabled: parcel.contents === undefined,
  });
  const contents = parcel.contents ?? read.data?.contents;
  if (contents)
    return (
      <ContentsList contents={contents} ends={parcel}>
        <p>
          <Parts
            of={
              situation.isOwner
                ? [nameIn(other), " l'ouvrira avec vous avant de le prendre."]
                : ["Vous l'ouvrirez avec ", nameIn(other), ' avant de le prendre.']
            }
          />
        </p>
      </ContentsList>
    );
  if (read.error)
    return (
      <LoadFailed
        title="Impossible de charger le contenu du colis"
        error={read.error}
        onRetry={() => void read.refetch()}
      />
    );
  return (
    <Loading>
      <Skeleton height="6rem" />
    </Loading>
  );
}
