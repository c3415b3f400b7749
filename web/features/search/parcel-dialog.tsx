import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Parcel, parcelRoutes } from '#shared/parcels/contract.ts';
import { fileErasedWords, sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import type { Reply } from '#shared/route.ts';
import { paths } from '#shared/site/paths.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { longDay } from '#shared/values/time.ts';
import { CorridorLink } from '#web/features/corridors/corridor-link.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import { ListingDialog, ListingOwner, Manage } from '#web/features/search/listing-dialog.tsx';
import { ParcelFile } from '#web/features/search/parcel-file.tsx';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { shareableParcel } from '#web/features/share/shareable.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';

interface ParcelDialogProps {
  parcelId: string;
  onClose: () => void;
  /** Actions of the owner; their own list gives other ones. */
  ownActions?: (parcel: Parcel) => ReactNode;
}

/** One parcel for a member who may carry it (product 2.2, find page). */
export function ParcelDialog({ parcelId, onClose, ownActions = manage }: ParcelDialogProps) {
  const reading = useQuery({ ...parcelsQuery('readParcel', { params: { parcelId } }), refetchOnMount: 'always' });
  return (
    <ListingDialog
      reading={reading}
      titleOf={({ title }) => title}
      untitled="Détail du colis"
      missing="Colis non trouvé"
      onClose={onClose}
      ownActions={ownActions}
      actions={(parcel) => <Actions parcel={parcel} />}
    >
      {(parcel) => <ParcelDetails parcel={parcel} />}
    </ListingDialog>
  );
}

function ParcelDetails({ parcel }: { parcel: Reply<(typeof parcelRoutes)['readParcel']> }) {
  const { pickup, delivery } = parcel;
  const [now] = useState(() => Date.now());
  const contents = [parcel.isFragile && 'Contenu fragile', parcel.hasElectronics && 'Appareil électronique'].filter(
    Boolean,
  );
  return (
    <div className="stack">
      <div className="cluster">
        <p className="muted small">Publié le {shortDayOf(parcel.createdAt)}</p>
        <ShareButton what={shareableParcel(parcel, now)} />
        <ReportButton
          thing={{ kind: 'parcel', id: parcel.id, accused: { ...parcel.owner, id: parcel.ownerId } }}
          name={parcel.title}
        />
      </div>
      <p dir="auto" className="member-text">
        {parcel.description}
      </p>
      <Facts
        facts={[
          ['Poids', weightText(parcel.weightGrams)],
          ['Taille', sizeDescriptions[parcel.size]],
          ['Prix', parcel.price ? moneyText(parcel.price) : priceToAgree],
          ...(contents.length > 0 ? ([['Contenu', contents.join(' · ')]] as const) : []),
        ]}
      />
      <h3>Itinéraire</h3>
      <Facts
        facts={[
          ['Départ', <bdi translate="no" key="from">{`${pickup.city}, ${pickup.country}`}</bdi>],
          ['Destination', <bdi translate="no" key="to">{`${delivery.city}, ${delivery.country}`}</bdi>],
          ['Date limite', longDay(parcel.deadline)],
        ]}
      />
      <CorridorLink kind="parcel" from={pickup} to={delivery} what="Autres colis" />
      {parcel.file && <ParcelFile parcelId={parcel.id} kind={parcel.file.kind} title={parcel.title} />}
      {parcel.fileErased && <p className="muted">{fileErasedWords}</p>}
      <ListingOwner
        heading="Expéditeur"
        owner={parcel.owner}
        profile={paths.memberProfile(parcel.ownerId)}
        reliability={parcel.reliability}
      />
    </div>
  );
}

const manage = () => <Manage to={paths.myParcels} />;

function Actions({ parcel }: { parcel: Parcel }) {
  if (!parcel.ownerId) {
    return (
      <Button
        variant="primary"
        onClick={() => toast.error('Impossible de contacter', 'Informations expéditeur manquantes')}
      >
        Proposer de livrer
      </Button>
    );
  }
  return (
    <Button as={Link} variant="primary" to={paths.conversation(parcel.ownerId, parcel.id)}>
      Proposer de livrer
    </Button>
  );
}
