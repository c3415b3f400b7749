import { TableCell, TableRow } from '@aws-amplify/ui-react';
import { CalendarX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import { dayOf, shortDay } from '#shared/values/time.ts';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import { ParcelStatusBadge, Validation } from '#web/features/parcels/badges.tsx';
import { isOverdue } from '#web/features/parcels/overdue.ts';
import { unavailableMember } from '#web/features/profiles/member-line.tsx';
import { Badge } from '#web/ui/badge.tsx';

type ParcelTableProps = {
  parcels: readonly Parcel[];
  caption: string;
  /** Link of a row's title. */
  addressOf: (parcel: Parcel) => string;
  /** Actions of a row. */
  actionsOf: (parcel: Parcel) => ReactNode;
};

const columns = ['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création'];

/** Parcels with the seven columns of product 2.2 and the actions of each. */
export function ParcelTable({ parcels, caption, addressOf, actionsOf }: ParcelTableProps) {
  return (
    <ListingTable caption={caption} columns={columns}>
      {parcels.map((parcel) => (
        <ParcelRow key={parcel.id} parcel={parcel} to={addressOf(parcel)} actions={actionsOf(parcel)} />
      ))}
    </ListingTable>
  );
}

function ParcelRow({ parcel, to, actions }: { parcel: Parcel; to: string; actions: ReactNode }) {
  const { pickup, delivery, adminStatus, status, carrier } = parcel;
  return (
    <TableRow>
      <TableCell as="th" scope="row" data-column="Titre">
        <Link to={to} dir="auto">
          {parcel.title}
        </Link>
      </TableCell>
      <TableCell data-column="De">
        <span>
          <bdi>{pickup.city}</bdi>, {pickup.country}
        </span>
      </TableCell>
      <TableCell data-column="Vers">
        <span>
          <bdi>{delivery.city}</bdi>, {delivery.country}
        </span>
      </TableCell>
      <TableCell data-column="Taille" className="nowrap">
        {sizeLabels[parcel.size]}
      </TableCell>
      <TableCell data-column="Poids" className="numeric nowrap">
        {weightText(parcel.weightGrams)}
      </TableCell>
      <TableCell data-column="Statut">
        <div className="listing-table__status">
          <ParcelStatusBadge status={status} />
          {status !== 'cancelled' && <Validation adminStatus={adminStatus} reason={parcel.rejectionReason} />}
          {isOverdue(parcel) && (
            <Badge tone="error" icon={CalendarX}>
              Date limite passée
            </Badge>
          )}
          {carrier && (
            <p className="small listing-table__note">
              Transporteur : <bdi>{carrier.firstName}</bdi>
              {carrier.unavailable && ` (${unavailableMember.toLowerCase()})`}
            </p>
          )}
          {parcel.cancelReason && (
            <p className="small listing-table__note">
              Motif : <bdi>{parcel.cancelReason}</bdi>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell data-column="Date de création" className="numeric nowrap">
        {shortDay(dayOf(Date.parse(parcel.createdAt)))}
      </TableCell>
      <TableCell className="listing-table__actions">{actions}</TableCell>
    </TableRow>
  );
}
