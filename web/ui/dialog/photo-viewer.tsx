import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import '#web/ui/dialog/photo-viewer.css';

type Photo = { url: string; alt: string };

type PhotoViewerProps = { photos: readonly Photo[]; openAt: number | undefined; onClose: () => void };

/** Photos in full size, one at a time; `openAt` is the first shown, undefined = closed. */
export function PhotoViewer({ photos, openAt, onClose }: PhotoViewerProps) {
  return (
    <Dialog open={openAt !== undefined} onClose={onClose} title="Photo" size="large">
      <Viewer photos={photos} first={openAt ?? 0} />
    </Dialog>
  );
}

function Viewer({ photos, first }: { photos: readonly Photo[]; first: number }) {
  const [at, setAt] = useState(first);
  const photo = photos[at];
  if (!photo) return null;
  const move = (by: number) => setAt((at + by + photos.length) % photos.length);
  return (
    <figure className="photo-viewer">
      <img src={photo.url} alt={photo.alt} />
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
