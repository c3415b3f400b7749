import { useCallback, useState } from 'react';
import { dropDraft, keepText, readText } from '#web/lib/drafts/draft.ts';
import { useHeldDraft } from '#web/lib/drafts/use-held-draft.ts';

export const keptText = (name: string): string => readText(name, 'message') ?? '';

/** False when it is gone with this page, because the browser keeps nothing. An empty text is no draft. */
export function keepTyped(name: string, text: string): boolean {
  if (text) return keepText(name, text, 'message');
  dropDraft(name, 'message');
  return true;
}

export interface KeptText {
  text: string;
  /** False when it is gone with this page, because the browser keeps nothing. */
  isKept: boolean;
  change: (step: (before: string) => string) => void;
}

/**
 * One text that is being written, kept until it is sent. `change` works from what is kept, so that a text that could
 * not be sent comes back even when its place has been left meanwhile.
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

/** What is being written as the reason of an act on something, until the act has happened. */
export const reasonDraft = (act: string, id: string): string => `reason.${act}.${id}`;

/** The act has happened. */
export const dropReason = (act: string, id: string): void => dropDraft(reasonDraft(act, id), 'message');
