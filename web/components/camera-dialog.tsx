import { useEffect, useState } from 'react';
import { Dialog } from '#web/components/dialog.tsx';
import { LocalImage } from '#web/components/local-image.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useCamera } from '#web/components/use-camera.ts';

type CameraDialogProps = {
  open: boolean;
  title: string;
  /** Said before the browser asks for permission: why, and who sees the photo. */
  consent: string;
  facing?: 'user' | 'environment';
  /** Spec 1: « Erreur caméra »; spec 2: « Impossible d'accéder à la caméra ». Called once per refusal. */
  onDenied: () => void;
  onPhoto: (photo: File) => void;
  onClose: () => void;
};

/** Take a photo, look at it, take it again or use it. Where there is no camera the caller offers a file field. */
export function CameraDialog({ open, title, ...rest }: CameraDialogProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title}>
      <CameraSteps {...rest} />
    </Dialog>
  );
}

function CameraSteps({
  consent,
  facing = 'user',
  onDenied,
  onPhoto,
  onClose,
}: Omit<CameraDialogProps, 'open' | 'title'>) {
  const { video, state, start, take, stop } = useCamera(facing);
  const [photo, setPhoto] = useState<File>();
  const denied = state === 'denied';
  useEffect(() => {
    if (!denied) return;
    onDenied();
    onClose();
  }, [denied, onDenied, onClose]);

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
          <button type="button" className="amplify-button" onClick={again}>
            Reprendre
          </button>
          <button
            type="button"
            className="amplify-button amplify-button--primary"
            onClick={() => (onPhoto(photo), onClose())}
          >
            Utiliser cette photo
          </button>
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
        <button type="button" className="amplify-button amplify-button--primary" onClick={() => void takePhoto()}>
          Prendre la photo
        </button>
      </div>
    );
  }
  if (state !== 'off') return <Spinner label="Ouverture de la caméra…" />;
  return (
    <div className="stack">
      <p>{consent}</p>
      <button
        type="button"
        className="amplify-button amplify-button--primary"
        data-autofocus
        onClick={() => void start()}
      >
        Ouvrir la caméra
      </button>
    </div>
  );
}
