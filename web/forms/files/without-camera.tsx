import { Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { type CameraRefusal } from '#web/forms/files/use-camera.ts';
import { usePreparing } from '#web/forms/files/use-preparing.ts';
import { untilPrepared } from '#web/lib/preparing-files.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/forms/files/file-field.css';

const reasons: Readonly<Record<CameraRefusal, string>> = {
  denied: "L'accès à la caméra est refusé. Autorisez-le dans les réglages du navigateur, ou choisissez une photo.",
  missing: "Aucune caméra n'est disponible ici. Choisissez une photo enregistrée sur cet appareil.",
  busy: 'La caméra est utilisée par une autre application. Fermez-la puis réessayez, ou choisissez une photo.',
};

export interface WithoutCameraProps {
  kind: UploadKind;
  title: string;
  why: CameraRefusal;
  onChosen: (photo: File) => void;
  children: ReactNode;
}

/** Why there is no camera, with a picture of the device as the alternative. */
export function WithoutCamera({ title, why, kind, onChosen, children }: WithoutCameraProps) {
  const [problem, setProblem] = useState<string>();
  const { isPreparing, prepare } = usePreparing(kind);
  const choose = async (chosen: File | undefined): Promise<boolean> => {
    const prepared = chosen && (await prepare(chosen));
    if (!prepared) return true;
    setProblem('problem' in prepared ? prepared.problem.sentence : undefined);
    if ('file' in prepared) onChosen(prepared.file);
    return 'file' in prepared;
  };
  return (
    <div className="stack">
      <div className="stack stack--tight" role="alert">
        <p className="panel__title">{title}</p>
        <p>{reasons[why]}</p>
        {problem && <p className="field__error">{problem}</p>}
      </div>
      <div className="cluster">
        <Button as="label" variant="primary" className="file-field__choose">
          <Upload size={20} aria-hidden="true" /> Choisir un fichier
          <input
            // The pressed button no longer exists: the focus moves to the next step.
            ref={(input) => input?.focus()}
            type="file"
            accept={uploadKinds[kind].types.join(',')}
            onChange={({ target }) => {
              void untilPrepared(choose(target.files?.[0]));
              target.value = '';
            }}
          />
        </Button>
        {children}
        <output className="muted small">{isPreparing && 'Préparation de la photo…'}</output>
      </div>
    </div>
  );
}
