import { useEffect, useEffectEvent } from 'react';
import { type DraftKind, draftKey, takeLeftDraft } from '#web/lib/drafts/draft.ts';
import { holdDraft } from '#web/lib/drafts/draft-locks.ts';

/**
 * Holds a draft while its form is shown. `onTaken` gets the text that a closed tab has left, unless this tab has its
 * own.
 */
export function useHeldDraft(name: string, kind: DraftKind, onTaken: (text: string) => void): void {
  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    let isOver = false;
    void takeLeftDraft(name, kind, () => isOver).then((text) => text !== null && taken(text));
    const release = holdDraft(draftKey(name, kind));
    return () => {
      isOver = true;
      release();
    };
  }, [name, kind]);
}
