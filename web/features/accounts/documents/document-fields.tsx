import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FileField } from '#web/forms/files/file-field.tsx';
import type { Sending } from '#web/lib/api/upload.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { PhotoExamples } from './photo-examples.tsx';
import type { DocumentFiles, DocumentName } from './use-document-sending.ts';

const CameraDialog = lazyPart(() => import('#web/forms/files/camera-dialog.tsx').then((file) => file.CameraDialog));

interface FacePhotoFieldProps {
  value: File | undefined;
  onChange: (file: File | undefined) => void;
  error: string | undefined;
  progress: Sending | undefined;
}

function FacePhotoField({ value, onChange, error, progress }: FacePhotoFieldProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FileField
        label="Photo de visage"
        name="facePhoto"
        hint="Votre visage seul, en JPG ou PNG, 5 Mo au maximum."
        kind="face_photo"
        value={value}
        onChange={onChange}
        error={error}
        progress={progress}
        examples={<PhotoExamples of="face" />}
      >
        <Button onClick={() => setOpen(true)}>
          <Camera size={20} aria-hidden="true" /> Prendre une photo
        </Button>
      </FileField>
      {open && (
        <Suspense fallback={null}>
          <CameraDialog
            open
            title="Photo de visage"
            consent="Nous comparons votre visage à votre pièce d'identité. Seuls les administrateurs voient cette photo. Votre navigateur va vous demander l'accès à la caméra."
            failed="Erreur caméra"
            kind="face_photo"
            onPhoto={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface DocumentFieldsProps {
  /** The documents to send; others were received before. */
  asked: readonly DocumentName[];
  files: DocumentFiles;
  onChange: (name: DocumentName, file: File | undefined) => void;
  errors: Partial<Record<DocumentName, string | undefined>>;
  progress: Partial<Record<DocumentName, Sending>>;
}

export function DocumentFields({ asked, files, onChange, errors, progress }: DocumentFieldsProps) {
  return (
    <>
      {asked.includes('idDocument') && (
        <FileField
          label="Pièce d'identité"
          name="idDocument"
          hint="Passeport ou carte nationale d'identité, en JPG, PNG ou PDF, 5 Mo au maximum."
          kind="id_document"
          value={files.idDocument}
          onChange={(file) => onChange('idDocument', file)}
          error={errors.idDocument}
          progress={progress.idDocument}
          examples={<PhotoExamples of="identity" />}
        />
      )}
      {asked.includes('facePhoto') && (
        <FacePhotoField
          value={files.facePhoto}
          onChange={(file) => onChange('facePhoto', file)}
          error={errors.facePhoto}
          progress={progress.facePhoto}
        />
      )}
    </>
  );
}
