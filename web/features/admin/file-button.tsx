import { Download, Eye } from 'lucide-react';
import type { FileLink } from '#shared/values/files.ts';
import { LoggedLook } from '#web/features/admin/logged-look.tsx';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';

type FileButtonProps = {
  /** « Voir la pièce d'identité » */
  label: string;
  /** Text alternative of the picture. */
  alt: string;
  read: () => Promise<FileLink>;
};

/** A member's file: pictures open here, a PDF is downloaded. */
export const FileButton = ({ label, alt, read }: FileButtonProps) => (
  <LoggedLook icon={Eye} label={label} of={alt} failed="Impossible de charger l'image" read={read}>
    {(link, { close }) =>
      link.kind === 'pdf' ? (
        <a className="amplify-button amplify-button--link amplify-button--small" href={link.url} download>
          <Download size={18} aria-hidden="true" /> Télécharger le PDF
        </a>
      ) : (
        <PhotoViewer photos={[{ url: link.url, alt }]} openAt={0} onClose={close} />
      )
    }
  </LoggedLook>
);
