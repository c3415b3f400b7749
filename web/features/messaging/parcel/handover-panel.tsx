import { useQuery } from '@tanstack/react-query';
import { deliveryWords, handoverWords } from '#shared/deliveries/words.ts';
import { isHandover } from '#web/features/deliveries/acts/acted.ts';
import { PhotoAct, type PhotoActProps } from '#web/features/deliveries/acts/photo-act.tsx';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { useOnline } from '#web/lib/offline/online.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';

/** The photos that a carrier takes in each stage belong to this act; they may be sent before it. */
const photoActs = { agreed: 'validatePickup', collected: 'validateDelivery', delivering: 'validateDelivery' } as const;
const pickupWords = { done: handoverWords.pickedUp, failed: handoverWords.pickupFailed };

/** The photos of a delivery, and for its carrier the way to send some and to confirm the pickup (product 2.2). */
export function HandoverPanel(about: Omit<PhotoActProps, 'act' | 'proofs'>) {
  const { parcel, situation } = about;
  const photos = useQuery(deliveriesQuery('proofs', { params: { parcelId: parcel.id } }));
  const online = useOnline();
  const proofs = photos.data?.items ?? [];
  const act = situation.isOwner ? undefined : photoActs[situation.stage as keyof typeof photoActs];
  return (
    <section className="stack" aria-label="Photos du colis">
      {photos.error && !photos.data && (
        <LoadFailed title={deliveryWords.photoUnreadable} error={photos.error} onRetry={() => void photos.refetch()} />
      )}
      <ProofPhotos proofs={proofs} onExpired={() => void photos.refetch()} />
      {photos.data && proofs.length === 0 && <p className="muted small">Aucune photo n'a encore été envoyée.</p>}
      {(photos.data || !online) && act && (
        <PhotoAct
          key={act}
          {...{ ...about, act, proofs }}
          isMain={isHandover(situation.main, situation)}
          canSend
          words={act === 'validatePickup' ? pickupWords : undefined}
        />
      )}
    </section>
  );
}
