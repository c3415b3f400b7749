import type { AdminParcel, AdminTrip } from '#shared/admin/contract.ts';
import { reasonTemplates } from '#shared/admin/words.ts';
import { isDeletable } from '#shared/parcels/rules.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteButton } from '#web/features/admin/delete-button.tsx';
import { useSession } from '#web/lib/session/session.ts';

/** Deletes a parcel; not one of one's own, and none whose carrier is still named (product 2.4). */
export function DeleteParcel({ parcel }: { parcel: AdminParcel }) {
  const { me } = useSession();
  const { id, version, title, ownerId, carrierId } = parcel;
  if (me?.id === ownerId || me?.id === carrierId || !isDeletable(parcel)) return null;
  return (
    <DeleteButton
      id={id}
      name={title}
      confirm="Supprimer le colis"
      templates={reasonTemplates.deleteParcel}
      version={version}
      kind="parcel"
      send={(body, options) => adminApi.deleteParcel({ params: { parcelId: id }, version, body }, options)}
      shownBy={[['admin', 'adminParcels']]}
    >
      <p>
        Le colis « <bdi>{title}</bdi> » disparaît définitivement, avec son historique, ses photos et son fichier. Les
        conversations à son sujet restent, sans le colis. Son propriétaire en est informé par email.
      </p>
    </DeleteButton>
  );
}

export function DeleteTrip({ trip, name }: { trip: AdminTrip; name: string }) {
  const { me } = useSession();
  const { id, version, ownerId } = trip;
  if (me?.id === ownerId) return null;
  return (
    <DeleteButton
      id={id}
      name={name}
      confirm="Supprimer le trajet"
      templates={reasonTemplates.deleteTrip}
      version={version}
      kind="trip"
      send={(body, options) => adminApi.deleteTrip({ params: { tripId: id }, version, body }, options)}
      shownBy={[['admin', 'adminTrips']]}
    >
      <p>
        Le trajet <bdi translate="no">{name}</bdi> disparaît définitivement. Son voyageur en est informé par email. Les
        accords sur ce trajet prennent fin, sauf pour les colis déjà récupérés, et leurs expéditeurs sont prévenus.
      </p>
    </DeleteButton>
  );
}
