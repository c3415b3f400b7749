import { useCallback, useState } from 'react';
import { dropDraft, keepText, readText } from '#web/lib/drafts/draft.ts';
import { useHeldDraft } from '#web/lib/drafts/use-held-draft.ts';

export const keptText = (name: string): string => readText(name, 'message') ?? '';

/** False if the browser stores nothing, so that the text is lost with this page. An empty text is no draft. */
export function keepTyped(name: string, text: string): boolean {
  if (text) return keepText(name, text, 'message');
  dropDraft(name, 'message');
  return true;
}

export interface KeptText {
  text: string;
  /** False if the browser stores nothing, so that the text is lost with this page. */
  isKept: boolean;
  change: (step: (before: string) => string) => void;
}

/**
 * One text, stored until it is sent. `change` updates the stored text, so that a text that could not be sent returns
 * even after its page was left.
 */
export function useKeptText(name: string): KeptText {
  const [text, setText] = useState(() => keptText(name));
  const [isKept, setKept] = useState(true);
  useHeldDraft(name, 'message', setText);
  const change = useCallback(
    (step: (before: string) => string) => {
      const next = step(keptText(name));
      setKept(keepTyped(name, next));
      setText(next);
    },
    [name],
  );
  return { text, isKept, change };
}

/** The draft name of the reason for an act on something, until the act is done. */
export const reasonDraft = (act: string, id: string): string => `reason.${act}.${id}`;

export const dropReason = (act: string, id: string): void => dropDraft(reasonDraft(act, id), 'message');
