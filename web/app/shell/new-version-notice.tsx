import { RefreshCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { setLaterBanner } from '#web/lib/later-banners.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { toast } from '#web/lib/toast.ts';
import { holdsUnsaved } from '#web/lib/unsaved.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Tells of a newer build. `start` reloads into it; false when it cannot now. */
export const showNewVersion = (start: () => Promise<boolean>): void =>
  setLaterBanner({ newVersion: <NewVersionNotice start={start} /> });

/** Lazy, because it only asks who has something to lose. */
const ConfirmDialog = lazyPart(() => import('#web/ui/dialog/confirm-dialog.tsx').then((file) => file.ConfirmDialog));

function NewVersionNotice({ start }: { start: () => Promise<boolean> }) {
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const begin = async () => {
    setAsks(false);
    setBusy(true);
    if (await start()) return;
    setBusy(false);
    toast.error('Problème de connexion', 'La mise à jour commencera avec une meilleure connexion.');
  };
  return (
    <span className="toast toast--info">
      <RefreshCw className="toast__icon" size={20} aria-hidden="true" />
      <span className="toast__words">
        <span className="toast__title">Une nouvelle version est disponible.</span>
        <SubmitButton
          type="button"
          className="amplify-button--small"
          busy={busy}
          busyText="Mise à jour…"
          onClick={() => (holdsUnsaved() ? setAsks(true) : void begin())}
        >
          Mettre à jour
        </SubmitButton>
      </span>
      {asks && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title="Mettre à jour maintenant ?"
            confirm="Mettre à jour"
            cancel="Plus tard"
            onConfirm={() => void begin()}
            onClose={() => setAsks(false)}
          >
            <p>Ce que vous avez saisi ou choisi sur cette page et pas encore envoyé sera perdu.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </span>
  );
}
