import { TableCell, TableRow } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { nameOf } from '#shared/messaging/words.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import { termsLine } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { ProgressDots } from '#web/features/deliveries/lists/progress-dots.tsx';
import { ListingTable } from '#web/features/listings/listing-table.tsx';
import type { OwnParcel } from '#web/features/parcels/use-own-parcels.ts';
import { unavailableMember } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { shortDayOf } from '#web/lib/moments.ts';

interface ParcelTableProps {
  parcels: readonly OwnParcel[];
  caption: string;
  addressOf: (parcel: OwnParcel) => string;
  actionsOf: (parcel: OwnParcel) => ReactNode;
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

function ParcelRow({ parcel, to, actions }: { parcel: OwnParcel; to: string; actions: ReactNode }) {
  const { pickup, delivery, carrier, situation } = parcel;
  const { stage, terms } = situation;
  const reason = stage === 'refused' ? parcel.rejectionReason : parcel.cancelReason;
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
          {terms.kind === 'announced' && `${weightText(terms.grams)} · `}avant le {shortDay(parcel.deadline)}
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
        {weightText(terms.grams)}
      </TableCell>
      <TableCell className="listing-table__block">
        <div className="listing-table__status">
          <span className="cluster">
            <StageBadge stage={stage} />
            <ProgressDots stage={stage} />
          </span>
          <p className="small listing-table__note">
            <SituationSentence situation={situation} people={{ partner: carrier, ends: parcel }} />
          </p>
          {terms.kind !== 'announced' && <p className="small listing-table__note">{termsLine(terms, parcel)}</p>}
          {carrier && (
            <p className="small listing-table__note">
              Transporteur : <bdi translate="no">{carrier.unavailable ? nameOf(carrier) : carrier.firstName}</bdi>
              {carrier.unavailable && ` (${unavailableMember.toLowerCase()})`}
            </p>
          )}
          {reason && (
            <p className="small listing-table__note">
              Motif : <bdi>{reason}</bdi>
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
