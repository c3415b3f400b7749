import { Share2 } from 'lucide-react';
import { isolated } from '#shared/values/typed/characters.ts';
import type { Shareable } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { Button } from '#web/ui/button.tsx';

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
