import type { AdminParcel } from '#shared/admin/contract.ts';
import { queueEnds } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { fileErasedWords, sizeLabels, weightText } from '#shared/parcels/words.ts';
import { priceOf, stageLabels } from '#shared/situation/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AdminCard, HistoryLink, StatusBadge } from '#web/features/admin/admin-card.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteParcel } from '#web/features/admin/listings/delete-listing.tsx';
import { ListingFilter, useListingQuery } from '#web/features/admin/listings/listing-filter.tsx';
import { ListingVerdict } from '#web/features/admin/listings/listing-verdict.tsx';
import { OverrideParcel } from '#web/features/admin/listings/override-parcel.tsx';
import { ParcelHistory } from '#web/features/admin/listings/parcel-history.tsx';
import { QueueKeys } from '#web/features/admin/queue/queue-keys.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Facts } from '#web/ui/facts.tsx';
import { FileButton } from '#web/ui/files/file-button.tsx';
import '#web/ui/facts.css';

/** Parcels to validate, and all parcels (product 2.2, Colis). */
export function ParcelsTab() {
  const query = useListingQuery();
  const list = usePages(queryKey('admin', 'adminParcels', { query }), (cursor, options) =>
    adminApi.adminParcels({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2>Validation des Colis</h2>
      <div className="admin-filters">
        <ListingFilter tab="parcels" />
      </div>
      <QueueKeys />
      <AdminList
        list={list}
        empty={query.id ? 'Cette annonce est supprimée' : 'Aucun colis disponible'}
        queue={
          query.status === 'pending' && { end: queueEnds.parcel, waits: ({ waitsSince }) => waitsSince !== undefined }
        }
      >
        {(parcels) => (
          <ul className="admin-list">
            {parcels.map((parcel) => (
              <ParcelCard key={parcel.id} parcel={parcel} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

function ParcelCard({ parcel }: { parcel: AdminParcel }) {
  const { title, pickup, delivery, adminStatus, version } = parcel;
  const call = { params: { parcelId: parcel.id }, version };
  const flags = [...(parcel.isFragile ? ['Fragile'] : []), ...(parcel.hasElectronics ? ['Appareil électronique'] : [])];
  return (
    <AdminCard
      version={version}
      queue="parcel"
      waitsSince={parcel.waitsSince}
      title={<bdi>{title}</bdi>}
      badge={<StatusBadge status={adminStatus} />}
    >
      <Facts
        facts={[
          [
            'Expéditeur',
            <bdi translate="no" key="name">
              {nameOf(parcel.owner) || 'N/A'}
            </bdi>,
          ],
          ...(parcel.carrier
            ? ([
                [
                  'Transporteur',
                  <bdi translate="no" key="carrier">
                    {nameOf(parcel.carrier)}
                  </bdi>,
                ],
              ] as const)
            : []),
          ['État du colis', stageLabels[parcel.stage]],
          [
            'Numéro de suivi',
            <span key="number" translate="no">
              {parcel.trackingNumber}
            </span>,
          ],
          ['Départ', <span translate="no" key="from">{`${isolated(pickup.city)}, ${pickup.country}`}</span>],
          ['Destination', <span translate="no" key="to">{`${isolated(delivery.city)}, ${delivery.country}`}</span>],
          ['Échéance', shortDay(parcel.deadline)],
          ['Poids', weightText(parcel.terms.grams)],
          ['Taille', sizeLabels[parcel.size]],
          ['Prix', priceOf(parcel.terms)],
          ['Contenu', flags.join(', ') || 'Ni fragile, ni électronique'],
          ...(parcel.rejectionReason ? ([['Motif', <bdi key="reason">{parcel.rejectionReason}</bdi>]] as const) : []),
        ]}
      />
      <p dir="auto" className="member-text small">
        {parcel.description}
      </p>
      {parcel.file && (
        <div>
          <FileButton
            label={parcel.file.kind === 'pdf' ? 'Voir le document' : 'Voir la photo'}
            alt={title}
            read={() => adminApi.adminParcelFile({ params: { parcelId: parcel.id } })}
          />
        </div>
      )}
      {parcel.fileErased && <p className="muted small">{fileErasedWords}</p>}
      <ListingVerdict
        listing={parcel}
        kind="parcel"
        name={title}
        rejectTitle={`Rejeter le colis « ${isolated(title)} » ?`}
        approve={(options) => adminApi.approveParcel(call, options)}
        reject={(reason, options) => adminApi.rejectParcel({ ...call, body: { reason } }, options)}
      />
      <div className="cluster">
        <ParcelHistory parcel={parcel} />
        <OverrideParcel key={version} parcel={parcel} />
      </div>
      <div className="cluster">
        <HistoryLink id={parcel.id} name={title} label="Historique des décisions" />
        <DeleteParcel parcel={parcel} />
      </div>
    </AdminCard>
  );
}
