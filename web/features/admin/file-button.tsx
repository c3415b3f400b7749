import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import type { FileLink } from '#shared/values/files.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type FileButtonProps = {
  /** « Voir la pièce d'identité » */
  label: string;
  /** Text alternative of the picture. */
  alt: string;
  /** Loaded at each opening, because each one is logged. */
  read: () => Promise<FileLink>;
};

/** A member's file: pictures open here, a PDF is downloaded. */
export function FileButton({ label, alt, read }: FileButtonProps) {
  const [link, setLink] = useState<FileLink>();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      setLink(await read());
    } catch (error) {
      toast.error("Impossible de charger l'image", asProblem(error).detail);
    }
    setBusy(false);
  };
  return (
    <>
      <SubmitButton
        type="button"
        variant="default"
        className="amplify-button--small"
        aria-label={`${label} : ${alt}`}
        busy={busy}
        onClick={() => void open()}
      >
        <Eye size={18} aria-hidden="true" /> {label}
      </SubmitButton>
      {link?.kind === 'pdf' && (
        <a className="amplify-button amplify-button--link amplify-button--small" href={link.url} download>
          <Download size={18} aria-hidden="true" /> Télécharger le PDF
        </a>
      )}
      <PhotoViewer
        photos={link?.kind === 'image' ? [{ url: link.url, alt }] : []}
        openAt={link?.kind === 'image' ? 0 : undefined}
        onClose={() => setLink(undefined)}
      />
    </>
  );
}
