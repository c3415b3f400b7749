import { RotateCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { FileLink } from '#shared/values/files.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import '#web/features/admin/admin.css';

interface FileViewProps {
  file: Pick<FileLink, 'url' | 'kind'>;
  alt: string;
  onRetry: () => void;
  children?: ReactNode;
}

/** A member's file to examine: a picture can be enlarged and turned. Some phones show no PDF inside a page. */
export function FileView({ file: { url, kind }, alt, onRetry, children }: FileViewProps) {
  if (kind === 'pdf') {
    return (
      <div className="file-view">
        <iframe className="file-view__pdf" src={`${url}#navpanes=0&view=FitH`} title={alt} />
        {children}
      </div>
    );
  }
  return (
    <Picture key={url} url={url} alt={alt} onRetry={onRetry}>
      {children}
    </Picture>
  );
}

type PictureProps = Omit<FileViewProps, 'file'> & { url: string };

function Picture({ url, alt, onRetry, children }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const zoomId = useId();
  if (isBroken) {
    return (
      <div className="file-view">
        <ErrorPanel message="Impossible de charger l'image" onRetry={onRetry} />
        {children}
      </div>
    );
  }
  return (
    <div className="file-view">
      <div className="file-view__frame">
        <img
          src={url}
          alt={alt}
          style={{ inlineSize: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
          onError={() => setBroken(true)}
        />
      </div>
      <div className="cluster">
        <label htmlFor={zoomId} className="small">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          aria-label={`Zoom : ${alt}`}
          aria-valuetext={`${zoom * 100} %`}
          min={1}
          max={4}
          step={0.5}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
        <Button size="small" aria-label={`Tourner : ${alt}`} onClick={() => setTurns(turns + 1)}>
          <RotateCw size={18} aria-hidden="true" /> Tourner
        </Button>
        {children}
      </div>
    </div>
  );
}
