import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/ui/more-button.css';

/** « Afficher plus »: the next page of a list, while there is one. */
export function MoreButton({ hasMore, busy, onMore }: { hasMore: boolean; busy: boolean; onMore: () => void }) {
  if (!hasMore) return null;
  return (
    <div className="more-button">
      <SubmitButton type="button" variant="default" busy={busy} busyText="Chargement…" onClick={onMore}>
        Afficher plus
      </SubmitButton>
    </div>
  );
}
