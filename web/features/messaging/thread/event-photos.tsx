import { useQuery } from '@tanstack/react-query';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';

interface EventPhotosProps {
  parcelId: string;
  stage: ProofStage;
  by: string | undefined;
}

/**
 * The photos of a hand-over by its carrier, beside its event. Empty when they do not load: the delivery's page shows
 * the reason.
 */
export function EventPhotos({ parcelId, stage, by }: EventPhotosProps) {
  const photos = useQuery(deliveriesQuery('proofs', { params: { parcelId } }));
  const ofStage = photos.data?.items.filter((proof) => proof.stage === stage && proof.by === by) ?? [];
  return <ProofPhotos proofs={ofStage} onExpired={() => void photos.refetch()} />;
}
