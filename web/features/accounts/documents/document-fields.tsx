import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import { fileProblem, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { PhotoExamples } from '#web/features/accounts/documents/photo-examples.tsx';
import type { DocumentFiles, DocumentName } from '#web/features/accounts/documents/use-document-sending.ts';
import { FileField } from '#web/forms/files/file-field.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

/** Lazy, because most members choose a file. */
const CameraDialog = lazyPart(() => import('#web/forms/files/camera-dialog.tsx').then((file) => file.CameraDialog));

type DocumentFieldsProps = {
  /** The documents to send; others were received before. */
  asked: readonly DocumentName[];
  files: DocumentFiles;
  onChange: (name: DocumentName, file: File | undefined) => void;
  errors: Partial<Record<DocumentName, string | undefined>>;
  progress: Partial<Record<DocumentName, number>>;
};

const problemFor = (kind: UploadKind) => (file: File) => fileProblem(kind, file);
const idProblem = problemFor('id_document');
const photoProblem = problemFor('face_photo');

/** The identity document and the photo of the face, the photo taken by the camera or chosen. */
export function DocumentFields({ asked, files, onChange, errors, progress }: DocumentFieldsProps) {
  return (
    <>
      {asked.includes('idDocument') && (
        <FileField
          label="Pièce d'identité"
          name="idDocument"
          hint="Passeport ou carte nationale d'identité, en JPG, PNG ou PDF, 5 Mo au maximum."
          accept={uploadKinds.id_document.types}
          value={files.idDocument}
          onChange={(file) => onChange('idDocument', file)}
          problemOf={idProblem}
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

type FacePhotoFieldProps = {
  value: File | undefined;
  onChange: (file: File | undefined) => void;
  error: string | undefined;
  progress: number | undefined;
};

function FacePhotoField({ value, onChange, error, progress }: FacePhotoFieldProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FileField
        label="Photo de visage"
        name="facePhoto"
        hint="Votre visage seul, en JPG ou PNG, 5 Mo au maximum."
        accept={uploadKinds.face_photo.types}
        value={value}
        onChange={onChange}
        problemOf={photoProblem}
        error={error}
        progress={progress}
        examples={<PhotoExamples of="face" />}
      >
        <button type="button" className="amplify-button" onClick={() => setOpen(true)}>
          <Camera size={20} aria-hidden="true" /> Prendre une photo
        </button>
      </FileField>
      {open && (
        <Suspense fallback={null}>
          <CameraDialog
            open
            title="Photo de visage"
            consent="Nous comparons votre visage à votre pièce d'identité. Seuls les administrateurs voient cette photo. Votre navigateur va vous demander l'accès à la caméra."
            failed="Erreur caméra"
            accept={uploadKinds.face_photo.types}
            problemOf={photoProblem}
            onPhoto={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
