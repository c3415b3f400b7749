import type { ReactNode } from 'react';
import { sectionOf, sections } from '#shared/situation/situation.ts';
import { sectionLabels } from '#shared/situation/words.ts';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { OwnParcelActions } from '#web/features/parcels/own-parcel-actions.tsx';
import { ParcelTable } from '#web/features/parcels/parcel-table.tsx';
import type { OwnParcel, useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';
import { isLost } from '#web/lib/api/problem.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

interface OwnParcelsProps {
  list: ReturnType<typeof useOwnParcels>;
  empty: ReactNode;
  addressOf: (parcel: OwnParcel) => string;
  onOpen: (parcel: OwnParcel) => void;
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
      {sections.map((section) => {
        const shown = parcels?.filter(({ situation }) => sectionOf(situation) === section) ?? [];
        if (shown.length === 0) return null;
        return (
          <section key={section} className="stack" aria-label={sectionLabels[section]}>
            <h2>
              {sectionLabels[section]}
              {counts && <span className="muted numeric"> ({counts[section]})</span>}
            </h2>
            <ParcelTable
              parcels={shown}
              caption={`Mes envois : ${sectionLabels[section].toLowerCase()}`}
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
