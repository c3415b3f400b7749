import type { ReactNode } from 'react';
import type { Parcel, ParcelStatus } from '#shared/parcels/contract.ts';
import { ParcelPhase, parcelPhaseLabels, phaseOf } from '#shared/parcels/phase.ts';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { OwnParcelActions } from '#web/features/parcels/own-parcel-actions.tsx';
import { ParcelTable } from '#web/features/parcels/parcel-table.tsx';
import { isLost } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

/** The member's own parcels, all or of one state, page by page, with the count of each section. */
export function useOwnParcels(status?: ParcelStatus) {
  const list = usePages(queryKey('parcels', 'myParcels', { query: { status } }), (cursor, options) =>
    parcelsApi.myParcels({ query: { status, cursor } }, options),
  );
  const counts = status ? undefined : list.pages?.[0]?.counts;
  return { ...list, counts, parcels: list.pages?.flatMap(({ items }) => items) };
}

interface OwnParcelsProps {
  list: ReturnType<typeof useOwnParcels>;
  empty: ReactNode;
  addressOf: (parcel: Parcel) => string;
  onOpen: (parcel: Parcel) => void;
}

/** The member's own parcels: waiting ones first, then those in progress, then finished ones. The server sorts them. */
export function OwnParcels({ list, empty, addressOf, onOpen }: OwnParcelsProps) {
  const { parcels, counts, error, retry, more, updatedAt } = list;
  return (
    <div className="stack">
      <SeenAgo at={updatedAt} isLost={isLost(error)} />
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!parcels && !error && <ListingTableSkeleton />}
      {parcels?.length === 0 && empty}
      {ParcelPhase.options.map((phase) => {
        const shown = parcels?.filter((parcel) => phaseOf(parcel) === phase) ?? [];
        if (shown.length === 0) return null;
        return (
          <section key={phase} className="stack" aria-label={parcelPhaseLabels[phase]}>
            <h2>
              {parcelPhaseLabels[phase]}
              {counts && <span className="muted numeric"> ({counts[phase]})</span>}
            </h2>
            <ParcelTable
              parcels={shown}
              caption={`Mes envois : ${parcelPhaseLabels[phase].toLowerCase()}`}
              addressOf={addressOf}
              actionsOf={(parcel) => <OwnParcelActions parcel={parcel} onOpen={() => onOpen(parcel)} />}
            />
          </section>
        );
      })}
      <MoreButton {...more} />
    </div>
  );
}
