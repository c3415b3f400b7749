import '#web/features/search/search.css';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Parcel, parcelRoutes } from '#shared/parcels/contract.ts';
import { fileErasedWords, sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import type { Reply } from '#shared/route.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { labelOf } from '#shared/situation/label-words.ts';
import { priceOf } from '#shared/situation/words.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { CorridorLink } from '#web/features/corridors/corridor-link.tsx';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { ContentsList } from '#web/features/parcels/contents-list.tsx';
import { ReportButton } from '#web/features/reports/report-button.tsx';
import { shareableParcel } from '#web/features/share/shareable.ts';
import { ShareButton } from '#web/features/share/use-share.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { useRenewedLink } from '#web/lib/api/use-renewed-link.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ListingDialog, ListingOwner, Manage } from './listing-dialog.tsx';

function ParcelFile({ parcelId, kind, title }: { parcelId: string; kind: 'image' | 'pdf'; title: string }) {
  const link = useQuery({
    ...parcelsQuery('parcelFile', { params: { parcelId } }),
    staleTime: 60_000,
    // A document may be opened after its link has expired; a picture is loaded by then.
    refetchInterval: ({ state }) =>
      kind === 'pdf' && state.data ? Math.max(30_000, Date.parse(state.data.expiresAt) - Date.now() - 30_000) : false,
  });
  return (
    <>
      <h3>Photo</h3>
      {link.isError ? (
        <ErrorPanel message="Impossible de charger l'image" onRetry={() => void link.refetch()} />
      ) : kind === 'pdf' ? (
        <p>
          <Button as="a" href={link.data?.url} download aria-disabled={!link.data}>
            <FileText size={20} aria-hidden="true" /> Voir le document
          </Button>
        </p>
      ) : (
        <div className="parcel-photo">
          {link.data && (
            <Picture url={link.data.url} alt={`Colis : ${isolated(title)}`} onExpired={() => void link.refetch()} />
          )}
        </div>
      )}
    </>
  );
}

/** A picture whose expired link is renewed by `onExpired`. */
function Picture({ url, alt, onExpired }: { url: string; alt: string; onExpired: () => void }) {
  const { isBroken, onError } = useRenewedLink(url, onExpired);
  return isBroken ? (
    <ErrorPanel message="Impossible de charger l'image" />
  ) : (
    <img src={url} alt={alt} onError={onError} />
  );
}

interface ParcelDialogProps {
  parcelId: string;
  onClose: () => void;
  isManaged?: boolean;
}

/** One parcel for a member who may carry it (product 2.2, find page), and for its owner in its situation. */
export function ParcelDialog({ parcelId, onClose, isManaged = false }: ParcelDialogProps) {
  const reading = useQuery({ ...parcelsQuery('readParcel', { params: { parcelId } }), refetchOnMount: 'always' });
  return (
    <ListingDialog
      reading={reading}
      titleOf={({ title }) => title}
      untitled="Détail du colis"
      missing="Colis non trouvé"
      onClose={onClose}
      ownActions={(parcel) => <OwnActs parcel={parcel} isManaged={isManaged} />}
      actions={(parcel) => <Actions parcel={parcel} />}
    >
      {(parcel) => <ParcelDetails parcel={parcel} />}
    </ListingDialog>
  );
}

function ParcelDetails({ parcel }: { parcel: Reply<(typeof parcelRoutes)['readParcel']> }) {
  const { pickup, delivery, owner, carrier } = parcel;
  const situation = parcel.situation?.isOwner || parcel.carrierId ? parcel.situation : undefined;
  const terms = situation?.terms ?? { kind: 'announced', grams: parcel.weightGrams, price: parcel.price };
  const flags = [parcel.isFragile && 'Contenu fragile', parcel.hasElectronics && 'Appareil électronique'].filter(
    Boolean,
  );
  return (
    <div className="stack">
      {situation && (
        <>
          <div>
            <StageBadge of={situation} />
          </div>
          <p>
            <SituationSentence
              parcelId={parcel.id}
              situation={situation}
              people={{ partner: situation.isOwner ? carrier : owner, ends: parcel }}
            />
          </p>
        </>
      )}
      <p className="muted small">Publié le {shortDayOf(parcel.createdAt)}</p>
      <ContentsList contents={parcel.contents} ends={parcel} />
      <p dir="auto" className="member-text">
        {parcel.description}
      </p>
      <Facts
        facts={{
          Poids: weightText(terms.grams),
          Taille: sizeDescriptions[parcel.size],
          Prix: priceOf(terms),
          Particularités: flags.length > 0 && flags.join(' · '),
        }}
      />
      <h3>Itinéraire</h3>
      <Facts
        facts={{
          Départ: <span translate="no">{`${isolated(pickup.city)}, ${pickup.country}`}</span>,
          Destination: <span translate="no">{`${isolated(delivery.city)}, ${delivery.country}`}</span>,
          'Date limite': longDay(parcel.deadline),
        }}
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
      <div className="cluster">
        <ShareButton what={shareableParcel(parcel)} />
        <ReportButton
          thing={{ kind: 'parcel', id: parcel.id, accused: { ...parcel.owner, id: parcel.ownerId } }}
          name={parcel.title}
        />
      </div>
    </div>
  );
}

function OwnActs({ parcel, isManaged }: { parcel: Parcel; isManaged: boolean }) {
  const { situation } = parcel;
  const { button } = useActs({ parcel, memberId: parcel.ownerId });
  const isEditable = situation?.acts.some(({ name, reason }) => name === 'editParcel' && reason === undefined);
  return (
    <>
      {!isManaged && <Manage to={paths.myParcels} isMain={!situation?.main} />}
      {situation && isEditable && situation.main !== 'editParcel' && (
        <Button as={Link} to={withQuery(paths.sendParcel, { edit: parcel.id })}>
          {labelOf('editParcel', situation)}
        </Button>
      )}
      {situation?.main && button(situation.main, { isPrimary: true })}
    </>
  );
}

function Actions({ parcel }: { parcel: Parcel }) {
  if (parcel.carrierId) {
    return (
      <Button as={Link} variant="primary" to={paths.delivery(parcel.id)}>
        Suivre la livraison
      </Button>
    );
  }
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
