import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useRenewedLink } from '#web/lib/api/use-renewed-link.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface Photo {
  url: string;
  alt: string;
}

interface PhotoViewerProps {
  photos: readonly Photo[];
  openAt: number | undefined;
  /** A link has expired, so new ones must be requested. */
  onExpired?: () => void;
  onClose: () => void;
}

/** Photos in full size, one at a time; `openAt` is the first shown, undefined = closed. */
export function PhotoViewer({ photos, openAt, onExpired, onClose }: PhotoViewerProps) {
  return (
    <Dialog open={openAt !== undefined} onClose={onClose} title="Photo" size="large">
      <Viewer photos={photos} first={openAt ?? 0} onExpired={onExpired} />
    </Dialog>
  );
}

interface ViewerProps {
  photos: readonly Photo[];
  first: number;
  onExpired: (() => void) | undefined;
}

function Viewer({ photos, first, onExpired }: ViewerProps) {
  const [at, setAt] = useState(first);
  const photo = photos[at];
  const { isBroken, onError } = useRenewedLink(photo?.url ?? '', () => onExpired?.());
  if (!photo) return null;
  const move = (by: number) => setAt((at + by + photos.length) % photos.length);
  return (
    <figure className="photo-viewer">
      {isBroken ? <p>Impossible de charger l'image</p> : <img src={photo.url} alt={photo.alt} onError={onError} />}
      {photos.length > 1 && (
        <figcaption className="cluster">
          <button type="button" className="icon-button" aria-label="Photo précédente" onClick={() => move(-1)}>
            <ChevronLeft aria-hidden="true" />
          </button>
          <output>
            {at + 1} sur {photos.length}
          </output>
          <button type="button" className="icon-button" aria-label="Photo suivante" onClick={() => move(1)}>
            <ChevronRight aria-hidden="true" />
          </button>
        </figcaption>
      )}
    </figure>
  );
}
