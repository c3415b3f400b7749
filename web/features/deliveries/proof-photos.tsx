import { useState } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { deliveryWords, proofStageLabels } from '#shared/deliveries/words.ts';
import { useRenewedLink } from '#web/lib/api/use-renewed-link.ts';
import { momentText } from '#web/lib/moments.ts';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import '#web/features/deliveries/deliveries.css';

/** Photos of a hand-over, small, each opening in full. `onExpired`: a link is too old, new ones must be asked for. */
export function ProofPhotos({ proofs, onExpired }: { proofs: readonly Proof[]; onExpired: () => void }) {
  const [openAt, setOpenAt] = useState<number>();
  if (proofs.length === 0) return null;
  const photos = proofs.flatMap(({ id, stage, at, url }, index) =>
    url ? [{ id, url, alt: `Photo ${index + 1} ${proofStageLabels[stage]}, ${momentText(at)}` }] : [],
  );
  return (
    <>
      {photos.length > 0 && (
        <ul className="proof-photos">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Thumbnail photo={photo} onExpired={onExpired} onOpen={() => setOpenAt(index)} />
            </li>
          ))}
        </ul>
      )}
      {photos.length < proofs.length && <p className="small muted">{deliveryWords.photosErased}</p>}
      <PhotoViewer photos={photos} openAt={openAt} onExpired={onExpired} onClose={() => setOpenAt(undefined)} />
    </>
  );
}

interface ThumbnailProps {
  photo: { url: string; alt: string };
  onExpired: () => void;
  onOpen: () => void;
}

function Thumbnail({ photo: { url, alt }, onExpired, onOpen }: ThumbnailProps) {
  const { isBroken, onError } = useRenewedLink(url, onExpired);
  if (isBroken) return <p className="small proof-photos__broken">{deliveryWords.photoUnreadable}</p>;
  return (
    <button type="button" className="proof-photos__open" aria-label={`Agrandir : ${alt}`} onClick={onOpen}>
      <img src={url} alt="" width={96} height={72} onError={onError} />
    </button>
  );
}
