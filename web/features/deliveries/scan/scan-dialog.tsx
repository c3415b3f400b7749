import { useEffect, useState } from 'react';
import { openQrReader } from '#web/features/deliveries/scan/read-qr.ts';
import { type CameraRefusal, useCamera } from '#web/forms/files/use-camera.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import '#web/forms/files/file-field.css';

/** Milliseconds between two readings of the picture. */
const lookEveryMs = 200;

const reasons: Readonly<Record<CameraRefusal, string>> = {
  denied: "L'accès à la caméra est refusé. Autorisez-le dans les réglages du navigateur, ou tapez le numéro du colis.",
  missing: "Aucune caméra n'est disponible ici. Tapez le numéro du colis.",
  busy: 'La caméra est utilisée par une autre application. Fermez-la puis réessayez, ou tapez le numéro du colis.',
};

interface ScanDialogProps {
  /** Receives a code. Returns a sentence when the code is not one of ours; the camera then continues. */
  onCode: (code: string) => string | undefined;
  onClose: () => void;
}

/** The camera looks for the QR code of a tracking page. Nothing of its picture leaves the device. */
export function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const { video, state, start } = useCamera('environment');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (state !== 'on') return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void openQrReader().then(
      (read) => {
        const look = async () => {
          const code = video.current ? await read(video.current) : undefined;
          if (isOver) return;
          if (code !== undefined) setProblem(onCode(code));
          timer = setTimeout(() => void look(), lookEveryMs);
        };
        return look();
      },
      () => setProblem("Le lecteur de codes n'a pas pu être chargé. Vérifiez votre connexion, ou tapez le numéro."),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [state, video, onCode]);

  return (
    <Dialog open title="Scanner un colis" onClose={onClose}>
      <div className="stack">
        {state === 'off' && (
          <>
            <p>
              La caméra lit le code QR de la page de suivi d'un colis. L'image reste sur votre appareil : rien n'est
              enregistré ni envoyé.
            </p>
            <Button variant="primary" data-autofocus onClick={() => void start()}>
              Ouvrir la caméra
            </Button>
          </>
        )}
        {state === 'starting' && <Spinner label="Ouverture de la caméra…" />}
        {state === 'on' && (
          <>
            <div className="camera__frame">
              <video ref={video} className="camera__picture" playsInline muted autoPlay width={640} height={480} />
            </div>
            <p>Placez le code QR du colis devant la caméra.</p>
          </>
        )}
        {(state === 'denied' || state === 'missing' || state === 'busy') && (
          <>
            <div className="stack stack--tight" role="alert">
              <p className="panel__title">Impossible d'accéder à la caméra</p>
              <p>{reasons[state]}</p>
            </div>
            <div className="cluster">
              <Button onClick={() => void start()}>Réessayer</Button>
              <Button variant="primary" onClick={onClose}>
                Taper le numéro
              </Button>
            </div>
          </>
        )}
        {problem && (
          <p className="field__error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
