import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { FileLink } from '#shared/values/files.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import '#web/features/admin/file-view.css';

type FileViewProps = {
  file: Pick<FileLink, 'url' | 'kind'>;
  alt: string;
  /** Reads the link again. */
  onRetry: () => void;
};

/** A member's file to examine: a picture can be enlarged and turned. Some phones show no PDF inside a page. */
export function FileView({ file: { url, kind }, alt, onRetry }: FileViewProps) {
  if (kind === 'pdf') return <iframe className="file-view__pdf" src={`${url}#navpanes=0&view=FitH`} title={alt} />;
  return <Picture key={url} url={url} alt={alt} onRetry={onRetry} />;
}

function Picture({ url, alt, onRetry }: { url: string; alt: string; onRetry: () => void }) {
  const [isBroken, setBroken] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const zoomId = useId();
  if (isBroken) return <ErrorPanel message="Impossible de charger l'image" onRetry={onRetry} />;
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
        <button
          type="button"
          className="amplify-button amplify-button--small"
          aria-label={`Tourner : ${alt}`}
          onClick={() => setTurns(turns + 1)}
        >
          <RotateCw size={18} aria-hidden="true" /> Tourner
        </button>
      </div>
    </div>
  );
}
