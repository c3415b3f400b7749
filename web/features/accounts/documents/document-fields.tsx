import { FacePhotoField } from '#web/features/accounts/documents/face-photo-field.tsx';
import { PhotoExamples } from '#web/features/accounts/documents/photo-examples.tsx';
import type { DocumentFiles, DocumentName } from '#web/features/accounts/documents/use-document-sending.ts';
import { FileField } from '#web/forms/files/file-field.tsx';
import type { Sending } from '#web/lib/api/upload.ts';

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
