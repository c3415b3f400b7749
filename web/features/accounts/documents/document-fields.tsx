import '#web/features/accounts/accounts.css';
import { Camera, CircleCheck, CircleX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FileField } from '#web/forms/files/file-field.tsx';
import type { Sending } from '#web/lib/api/upload.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import pictures from './examples.svg';
import type { DocumentFiles, DocumentName } from './use-document-sending.ts';

const words = {
  identity: { good: 'entière et nette', bad: 'coupée, floue, reflet' },
  face: { good: 'visage de face, bien éclairé', bad: 'visage caché, coupé, sombre' },
} as const;
const verdicts = { good: { text: 'Bonne', Icon: CircleCheck }, bad: { text: 'Mauvaise', Icon: CircleX } } as const;

const PhotoExamples = ({ of }: { of: keyof typeof words }) => (
  <ul className="rows photo-examples">
    {(['good', 'bad'] as const).map((kind) => {
      const { text, Icon } = verdicts[kind];
      return (
        <li key={kind}>
          <span className={`photo-examples__picture photo-examples__picture--${kind}`} aria-hidden="true">
            <svg viewBox="0 0 96 72" width="64" height="48">
              <use href={`${pictures}#${of}-${kind}`} />
            </svg>
            <Icon size={20} />
          </span>
          <span>
            <strong>{text}</strong> : {words[of][kind]}
          </span>
        </li>
      );
    })}
  </ul>
);

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
