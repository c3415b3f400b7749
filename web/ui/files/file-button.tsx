import { Download, Eye } from 'lucide-react';
import type { FileLink } from '#shared/values/files.ts';
import { Button } from '#web/ui/button.tsx';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import { LookButton } from '#web/ui/files/look-button.tsx';

interface FileButtonProps {
  label: string;
  alt: string;
  failed?: string;
  read: () => Promise<FileLink>;
}

/** A member's file: pictures open here, a PDF is downloaded. */
export const FileButton = ({ label, alt, read, failed = "Impossible de charger l'image" }: FileButtonProps) => (
  <LookButton icon={Eye} label={label} of={alt} failed={failed} read={read}>
    {(link, { close }) =>
      link.kind === 'pdf' ? (
        <Button as="a" variant="link" size="small" href={link.url} download>
          <Download size={18} aria-hidden="true" /> Télécharger le PDF
        </Button>
      ) : (
        <PhotoViewer photos={[{ url: link.url, alt }]} openAt={0} onClose={close} />
      )
    }
  </LookButton>
);
