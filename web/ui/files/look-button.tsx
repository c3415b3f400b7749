import { Download, Eye, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FileLink } from '#shared/values/files.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PhotoViewer } from '#web/ui/dialog/photo-viewer.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface LookButtonProps<Seen> {
  icon: LucideIcon;
  label: string;
  /** Distinguishes the button from similar ones: the parcel's title, the file. */
  of: string;
  failed: string;
  read: () => Promise<Seen>;
  children: (seen: Seen, acts: { again: () => void; close: () => void }) => ReactNode;
}

/** A button that loads and shows something at each press, because administrators' looks are logged and links expire. */
export function LookButton<Seen>({ icon: Icon, label, of, failed, read, children }: LookButtonProps<Seen>) {
  const [seen, setSeen] = useState<Seen>();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      setSeen(await read());
    } catch (error) {
      toast.failed(failed, error);
    }
    setBusy(false);
  };
  const again = () => void look();
  return (
    <>
      <SubmitButton
        type="button"
        variant="default"
        size="small"
        aria-label={`${label} : ${of}`}
        busy={busy}
        onClick={again}
      >
        <Icon size={18} aria-hidden="true" /> {label}
      </SubmitButton>
      {seen && children(seen, { again, close: () => setSeen(undefined) })}
    </>
  );
}

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
