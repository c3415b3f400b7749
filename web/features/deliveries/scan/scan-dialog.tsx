import '#web/forms/field.css';
import { useEffect, useState } from 'react';
import { type CameraRefusal, useCamera } from '#web/forms/files/use-camera.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';

/** Reads one frame of a camera. Returns the text of its QR code, or undefined. */
type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Longest side of the picture for our own reader. A small picture is enough, because codes fill much of it. */
const longestSide = 640;

/** The browser's own reader if it has one, otherwise ours, which is loaded only then. */
async function openQrReader(): Promise<QrReader> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (Native && (await Native.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
  }
  const { default: decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || width === 0 || height === 0) return undefined;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(context.getImageData(0, 0, width, height));
    } catch {
      return undefined;
    }
  };
}

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
