import { useState } from 'react';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import { useCamera } from '#web/forms/files/use-camera.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import '#web/forms/files/file-field.css';
import { WithoutCamera, type WithoutCameraProps } from '#web/forms/files/without-camera.tsx';

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
