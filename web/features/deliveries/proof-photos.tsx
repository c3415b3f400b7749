import { useState } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { deliveryWords, proofStageLabels } from '#shared/deliveries/words.ts';
import { moment } from '#shared/values/time.ts';
import { useRenewedLink } from '#web/lib/api/use-renewed-link.ts';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import '#web/features/deliveries/proof-photos.css';

/** Photos of a hand-over, small, each opening in full. `onExpired`: a link is too old, new ones must be asked for. */
export function ProofPhotos({ proofs, onExpired }: { proofs: readonly Proof[]; onExpired: () => void }) {
  const [openAt, setOpenAt] = useState<number>();
  if (proofs.length === 0) return null;
  const altOf = ({ stage, at }: Proof, index: number) => `Photo ${index + 1} ${proofStageLabels[stage]}, ${moment(at)}`;
  return (
    <>
      <ul className="proof-photos">
        {proofs.map((proof, index) => (
          <li key={proof.id}>
            <Thumbnail proof={proof} alt={altOf(proof, index)} onExpired={onExpired} onOpen={() => setOpenAt(index)} />
          </li>
        ))}
      </ul>
      <PhotoViewer
        photos={proofs.map((proof, index) => ({ url: proof.url, alt: altOf(proof, index) }))}
        openAt={openAt}
        onExpired={onExpired}
        onClose={() => setOpenAt(undefined)}
      />
    </>
  );
}

type ThumbnailProps = { proof: Proof; alt: string; onExpired: () => void; onOpen: () => void };

function Thumbnail({ proof, alt, onExpired, onOpen }: ThumbnailProps) {
  const { isBroken, onError } = useRenewedLink(proof.url, onExpired);
  if (isBroken) return <p className="small proof-photos__broken">{deliveryWords.photoUnreadable}</p>;
  return (
    <button type="button" className="proof-photos__open" aria-label={`Agrandir : ${alt}`} onClick={onOpen}>
      <img src={proof.url} alt="" width={96} height={72} onError={onError} />
    </button>
  );
}
