import { Link } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import { dayOf, shortDay } from '#shared/time.ts';
import { ParcelStatusBadge, Validation } from '#web/features/parcels/badges.tsx';
import '#web/features/parcels/parcel-table.css';

/**
 * Parcels with the seven columns of spec 2 §2; on a phone each row is a card whose cells carry their column's name.
 */
export function ParcelTable({ parcels, caption }: { parcels: readonly Parcel[]; caption: string }) {
  const columns = ['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création'];
  return (
    <table className="parcel-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parcels.map((parcel) => (
          <ParcelRow key={parcel.id} parcel={parcel} />
        ))}
      </tbody>
    </table>
  );
}

function ParcelRow({ parcel }: { parcel: Parcel }) {
  const { pickup, delivery, adminStatus, status } = parcel;
  const showsValidation = adminStatus !== 'approved' || status === 'active';
  return (
    <tr>
      <th scope="row" data-column="Titre">
        <bdi>{parcel.title}</bdi>
      </th>
      <td data-column="De">
        <span>
          <bdi>{pickup.city}</bdi>, {pickup.country}
        </span>
      </td>
      <td data-column="Vers">
        <span>
          <bdi>{delivery.city}</bdi>, {delivery.country}
        </span>
      </td>
      <td data-column="Taille" className="nowrap">
        {sizeLabels[parcel.size]}
      </td>
      <td data-column="Poids" className="numeric nowrap">
        {weightText(parcel.weightGrams)}
      </td>
      <td data-column="Statut">
        <div className="parcel-table__status">
          <ParcelStatusBadge status={status} />
          {showsValidation && <Validation adminStatus={adminStatus} reason={parcel.rejectionReason} />}
          {parcel.carrierId && <Link to={`/delivery/${parcel.id}`}>Suivre</Link>}
        </div>
      </td>
      <td data-column="Date de création" className="numeric nowrap">
        {shortDay(dayOf(Date.parse(parcel.createdAt)))}
      </td>
    </tr>
  );
}
