import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Content } from '#shared/parcels/contents.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ContentsList } from '#web/features/parcels/contents-list.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface ParcelContentsProps {
  parcel: ActParcel;
  /** It is shown between the list and what customs want. */
  children?: ReactNode;
  /** It comes once the list is there, below all of it. */
  after?: (contents: readonly Content[]) => ReactNode;
}

/** The contents of the parcel of an act. Rows of lists do not have them, so they are read. */
export function ParcelContents({ parcel, children, after }: ParcelContentsProps) {
  const read = useQuery({
    ...parcelsQuery('readParcel', { params: { parcelId: parcel.id } }),
    enabled: parcel.contents === undefined,
  });
  const contents = parcel.contents ?? read.data?.contents;
  if (contents)
    return (
      <>
        <ContentsList contents={contents} ends={parcel}>
          {children}
        </ContentsList>
        {after?.(contents)}
      </>
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
