import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isolated } from '#shared/values/typed/characters.ts';
import { type Shareable, textOf } from '#web/features/share/shareable.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';

/** Lazy, because phones have a sheet of their own. */
const ShareDialog = lazyPart(() => import('#web/features/share/share-dialog.tsx').then((file) => file.ShareDialog));

/** Shares by what the device offers, else by a dialog, which the caller shows. */
export function useShare() {
  const [asked, setAsked] = useState<Shareable>();
  const share = (what: Shareable) => {
    const { title, path } = what;
    const given = { title, text: textOf(what), ...(path ? { url: new URL(path, location.origin).href } : {}) };
    if (!navigator.canShare?.(given)) return setAsked(what);
    navigator.share(given).catch((error: unknown) => {
      const isLeft = error instanceof DOMException && error.name === 'AbortError';
      if (!isLeft) setAsked(what);
    });
  };
  const dialog = asked && (
    <Suspense fallback={null}>
      <ShareDialog what={asked} onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { share, dialog };
}

/** « Partager » for one listing; nothing for one that others do not see. */
export function ShareButton({ what }: { what: Shareable | undefined }) {
  const { share, dialog } = useShare();
  if (!what) return null;
  return (
    <>
      <Button size="small" aria-label={`Partager : ${isolated(what.title)}`} onClick={() => share(what)}>
        <Share2 size={18} aria-hidden="true" /> Partager
      </Button>
      {dialog}
    </>
  );
}
