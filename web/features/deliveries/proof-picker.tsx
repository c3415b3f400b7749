import { Camera, ImagePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { proofLimit } from '#shared/deliveries/rules.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { uploadKinds } from '#shared/values/files.ts';
import type { ProofPhoto } from '#web/features/deliveries/use-proof-sending.ts';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import { usePreparing } from '#web/forms/files/use-preparing.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { untilPrepared } from '#web/lib/preparing-files.ts';
import { Button } from '#web/ui/button.tsx';
import { SendingBar } from '#web/ui/progress/sending-bar.tsx';
import '#web/features/deliveries/deliveries.css';
import '#web/forms/field.css';

const CameraDialog = lazyPart(() => import('#web/forms/files/camera-dialog.tsx').then((file) => file.CameraDialog));

interface ProofPickerProps {
  photos: readonly ProofPhoto[];
  /** How many of this stage are with the server already. */
  sentCount: number;
  onAdd: (file: File) => void;
  onRemove: (key: string) => void;
  camera: { open: boolean; setOpen: (open: boolean) => void };
  busy: boolean;
}

/** Takes or chooses up to six photos; what is not sent yet can be removed. */
export function ProofPicker({ photos, sentCount, onAdd, onRemove, camera, busy }: ProofPickerProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { isPreparing, prepare } = usePreparing('proof');
  const room = proofLimit - sentCount - photos.length;

  const take = async (chosen: readonly File[]): Promise<boolean> => {
    let isEachTaken = true;
    setProblems(chosen.length > room ? [`Vous pouvez ajouter ${proofLimit} photos au plus.`] : []);
    for (const raw of chosen.slice(0, room)) {
      const prepared = await prepare(raw);
      if (!prepared) return isEachTaken;
      if ('file' in prepared) onAdd(prepared.file);
      else {
        isEachTaken = false;
        setProblems((before) => [...before, prepared.problem.sentence]);
      }
    }
    return isEachTaken;
  };
  return (
    <div className="stack">
      {photos.length > 0 && <WaitingPhotos photos={photos} onRemove={onRemove} />}
      {/* While photos are sent the buttons keep their room: a second press would meet another act. */}
      {room > 0 && !isPreparing && (
        <div className="cluster">
          <Button disabled={busy} onClick={() => camera.setOpen(true)}>
            <Camera size={20} aria-hidden="true" /> Prendre une photo
          </Button>
          <Button as="label" className="file-field__choose" aria-disabled={busy || undefined}>
            <ImagePlus size={20} aria-hidden="true" /> Choisir une photo
            <input
              type="file"
              multiple
              disabled={busy}
              accept={uploadKinds.proof.types.join(',')}
              onChange={({ target }) => {
                void untilPrepared(take([...(target.files ?? [])]));
                target.value = '';
              }}
            />
          </Button>
        </div>
      )}
      <output className="muted small">{isPreparing && 'Préparation des photos…'}</output>
      <div role="alert">
        {problems.map((sentence) => (
          <p key={sentence} className="field__error">
            {sentence}
          </p>
        ))}
      </div>
      <Suspense fallback={null}>
        {camera.open && (
          <CameraDialog
            open={camera.open}
            title="Photo du colis"
            consent="La photo montre le colis quand il change de mains. L'expéditeur et le transporteur la voient ; en cas de problème, les administrateurs aussi."
            facing="environment"
            failed={deliveryWords.cameraDenied}
            kind="proof"
            onPhoto={onAdd}
            onClose={() => camera.setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function WaitingPhotos({ photos, onRemove }: Pick<ProofPickerProps, 'photos' | 'onRemove'>) {
  return (
    <ul className="proof-photos">
      {photos.map((photo, index) => (
        <li key={photo.key}>
          <LocalImage file={photo.file} alt={`Photo ${index + 1} à envoyer`} width={96} height={72} />
          {photo.progress === undefined ? (
            <Button
              variant="link"
              size="small"
              aria-label={`Supprimer la photo ${index + 1}`}
              onClick={() => onRemove(photo.key)}
            >
              Supprimer
            </Button>
          ) : (
            <SendingBar sending={photo.progress} label={`Envoi de la photo ${index + 1}`} />
          )}
          {photo.problem && <p className="field__error">{photo.problem}</p>}
        </li>
      ))}
    </ul>
  );
}
