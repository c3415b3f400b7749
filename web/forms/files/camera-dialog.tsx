import '#web/forms/field.css';
import { Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { untilPrepared } from '#web/lib/preparing-files.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import { LocalImage } from './local-image.tsx';
import { type CameraRefusal, useCamera } from './use-camera.ts';
import { usePreparing } from './use-preparing.ts';

const reasons: Readonly<Record<CameraRefusal, string>> = {
  denied: "L'accès à la caméra est refusé. Autorisez-le dans les réglages du navigateur, ou choisissez une photo.",
  missing: "Aucune caméra n'est disponible ici. Choisissez une photo enregistrée sur cet appareil.",
  busy: 'La caméra est utilisée par une autre application. Fermez-la puis réessayez, ou choisissez une photo.',
};

interface WithoutCameraProps {
  kind: UploadKind;
  title: string;
  why: CameraRefusal;
  onChosen: (photo: File) => void;
  children: ReactNode;
}

/** Why there is no camera, with a picture of the device as the alternative. */
function WithoutCamera({ title, why, kind, onChosen, children }: WithoutCameraProps) {
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

type CameraDialogProps = Pick<WithoutCameraProps, 'kind'> & {
  open: boolean;
  title: string;
  /** Shown before the browser asks for permission: the reason, and who will see the photo. */
  consent: string;
  facing?: 'user' | 'environment';
  /**
   * Title of the message without a camera. Product 1.8: « Erreur caméra »; product 2.8: « Impossible d'accéder à la
   * caméra ».
   */
  failed: string;
  onPhoto: (photo: File) => void;
  onClose: () => void;
};

/**
 * Takes a photo, shows it, and lets the member retake or use it. Without a camera the dialog gives the reason, and the
 * member can choose a picture of the device instead.
 */
export function CameraDialog({ open, title, ...rest }: CameraDialogProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title}>
      <CameraSteps {...rest} />
    </Dialog>
  );
}

function CameraSteps(props: Omit<CameraDialogProps, 'open' | 'title'>) {
  const { consent, facing = 'user', failed, kind, onPhoto, onClose } = props;
  const { video, state, start, take, stop } = useCamera(facing);
  const [photo, setPhoto] = useState<File>();

  const takePhoto = async () => {
    setPhoto(await take());
    stop();
  };
  const again = () => {
    setPhoto(undefined);
    void start();
  };

  if (photo) {
    return (
      <div className="stack">
        <LocalImage className="camera__picture" file={photo} alt="Aperçu" width={640} height={480} />
        <div className="cluster">
          <Button onClick={again}>Reprendre</Button>
          <Button variant="primary" onClick={() => (onPhoto(photo), onClose())}>
            Utiliser cette photo
          </Button>
        </div>
      </div>
    );
  }
  if (state === 'on') {
    return (
      <div className="stack">
        <div className={`camera__frame${facing === 'user' ? ' camera__frame--face' : ''}`}>
          <video ref={video} className="camera__picture" playsInline muted autoPlay width={640} height={480} />
        </div>
        <Button variant="primary" onClick={() => void takePhoto()}>
          Prendre la photo
        </Button>
      </div>
    );
  }
  if (state === 'starting') return <Spinner label="Ouverture de la caméra…" />;
  if (state !== 'off') {
    return (
      <WithoutCamera title={failed} why={state} kind={kind} onChosen={setPhoto}>
        <Button onClick={() => void start()}>Réessayer</Button>
      </WithoutCamera>
    );
  }
  return (
    <div className="stack">
      <p>{consent}</p>
      <Button variant="primary" data-autofocus onClick={() => void start()}>
        Ouvrir la caméra
      </Button>
    </div>
  );
}
