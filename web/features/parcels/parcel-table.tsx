import { TableCell, TableRow } from '@aws-amplify/ui-react';
import { CalendarX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { nextStep } from '#shared/deliveries/next-step.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { isOverdue } from '#shared/parcels/phase.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { ProgressDots } from '#web/features/deliveries/lists/progress-dots.tsx';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import { ParcelStatusBadge, Validation } from '#web/features/parcels/badges.tsx';
import { unavailableMember } from '#web/features/profiles/member-line.tsx';
import { shortDayOf } from '#web/lib/moments.ts';
import { Badge } from '#web/ui/badge.tsx';

interface ParcelTableProps {
  parcels: readonly Parcel[];
  caption: string;
  /** Link of a row's title. */
  addressOf: (parcel: Parcel) => string;
  /** Actions of a row. */
  actionsOf: (parcel: Parcel) => ReactNode;
}

const columns = ['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création'];

/** Parcels with the seven columns of product 2.2 and the actions of each. */
export function ParcelTable({ parcels, caption, addressOf, actionsOf }: ParcelTableProps) {
  return (
    <ListingTable caption={caption} columns={columns} widths="parcels">
      {parcels.map((parcel) => (
        <ParcelRow key={parcel.id} parcel={parcel} to={addressOf(parcel)} actions={actionsOf(parcel)} />
      ))}
    </ListingTable>
  );
}

function ParcelRow({ parcel, to, actions }: { parcel: Parcel; to: string; actions: ReactNode }) {
  const { pickup, delivery, adminStatus, status, carrier, ownerId } = parcel;
  const [now] = useState(() => Date.now());
  const step = nextStep(parcel, { memberId: ownerId, partner: carrier });
  return (
    <TableRow>
      <TableCell as="th" scope="row" data-column="Titre">
        <span className="listing-table__headline">
          <bdi translate="no">{pickup.city}</bdi> → <bdi translate="no">{delivery.city}</bdi>
        </span>
        <Link to={to} dir="auto">
          {parcel.title}
        </Link>
        <span className="listing-table__brief small muted">
          {weightText(parcel.weightGrams)} · avant le {shortDay(parcel.deadline)}
        </span>
      </TableCell>
      <TableCell className="listing-table__wide" data-column="De">
        <span>
          <bdi translate="no">{pickup.city}</bdi>, {pickup.country}
        </span>
      </TableCell>
      <TableCell className="listing-table__wide" data-column="Vers">
        <span>
          <bdi translate="no">{delivery.city}</bdi>, {delivery.country}
        </span>
      </TableCell>
      <TableCell data-column="Taille" className="nowrap listing-table__wide">
        {sizeLabels[parcel.size]}
      </TableCell>
      <TableCell data-column="Poids" className="numeric nowrap listing-table__wide">
        {weightText(parcel.weightGrams)}
      </TableCell>
      <TableCell className="listing-table__block">
        <div className="listing-table__status">
          <span className="cluster">
            <ParcelStatusBadge status={status} returnConfirmedAt={parcel.returnConfirmedAt} />
            <ProgressDots status={status} />
          </span>
          {status !== 'cancelled' && <Validation adminStatus={adminStatus} reason={parcel.rejectionReason} />}
          {isOverdue(parcel, now) && (
            <Badge tone="error" icon={CalendarX}>
              Date limite passée
            </Badge>
          )}
          {carrier && (
            <p className="small listing-table__note">
              Transporteur : <bdi translate="no">{carrier.unavailable ? nameOf(carrier) : carrier.firstName}</bdi>
              {carrier.unavailable && ` (${unavailableMember.toLowerCase()})`}
            </p>
          )}
          {step && (
            <p className="small listing-table__note">
              <span className="muted">Prochaine étape :</span> <bdi>{step}</bdi>
            </p>
          )}
          {parcel.cancelReason && (
            <p className="small listing-table__note">
              Motif : <bdi>{parcel.cancelReason}</bdi>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell data-column="Date de création" className="numeric listing-table__day listing-table__wide">
        {shortDayOf(parcel.createdAt)}
      </TableCell>
      <TableCell className="listing-table__actions">{actions}</TableCell>
    </TableRow>
  );
}
