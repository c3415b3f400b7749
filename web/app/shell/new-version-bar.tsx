import { X } from 'lucide-react';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { ActFailed, toastFailure } from '#web/forms/confirming/failure.ts';
import { setLaterBanner } from '#web/lib/later-banners.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { holdsUnsaved } from '#web/lib/unsaved.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/app/shell/layout.css';

const news = 'Une nouvelle version est disponible.';
const closedForMs = 15 * 60_000;
let closedAt = -Infinity;

/** Announces a newer build, unless the notice was just closed. `start` reloads into it; false when it cannot now. */
export function showNewVersion(start: () => Promise<boolean>): void {
  if (Date.now() - closedAt >= closedForMs) setLaterBanner({ newVersion: <NewVersionBar start={start} /> });
}

function close(): void {
  closedAt = Date.now();
  setLaterBanner({ newVersion: undefined });
}

const ConfirmDialog = lazyPart(() =>
  import('#web/forms/confirming/confirm-dialog.tsx').then((file) => file.ConfirmDialog),
);

const notNow = {
  title: 'Problème de connexion',
  detail: 'La mise à jour commencera avec une meilleure connexion.',
};

function NewVersionBar({ start }: { start: () => Promise<boolean> }) {
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const bar = useRef<HTMLSpanElement>(null);
  useRoomBelow(bar);
  const begin = async () => {
    setBusy(true);
    if (await start()) return;
    setBusy(false);
    throw new ActFailed(notNow);
  };
  return (
    <span ref={bar} className="new-version">
      <span className="new-version__words">{news}</span>
      <SubmitButton
        type="button"
        size="small"
        busy={busy}
        busyText="Mise à jour…"
        onClick={() => (holdsUnsaved() ? setAsks(true) : void begin().catch(() => toastFailure(notNow)))}
      >
        Mettre à jour
      </SubmitButton>
      <button type="button" className="icon-button" aria-label={`Fermer la notification : ${news}`} onClick={close}>
        <X size={18} aria-hidden="true" />
      </button>
      {asks && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title="Mettre à jour maintenant ?"
            confirm="Mettre à jour"
            cancel="Plus tard"
            onConfirm={begin}
            onClose={() => setAsks(false)}
          >
            <p>Ce que vous avez saisi ou choisi sur cette page et pas encore envoyé sera perdu.</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </span>
  );
}

/** The page ends above the bar, so that all of it can be scrolled into view and nothing moves. */
function useRoomBelow(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const hold = () => style.setProperty('--new-version', `${bar.current?.offsetHeight ?? 0}px`);
    hold();
    addEventListener('resize', hold);
    return () => {
      removeEventListener('resize', hold);
      style.removeProperty('--new-version');
    };
  }, [bar]);
}
