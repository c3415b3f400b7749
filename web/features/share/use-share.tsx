import { Suspense, useState } from 'react';
import { type Shareable, textOf } from '#web/features/share/shareable.ts';
import { lazyPart } from '#web/lib/load-part.ts';

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
