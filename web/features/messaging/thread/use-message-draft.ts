import { useCallback, useState } from 'react';
import { useHeldDraft } from '#web/forms/use-draft.ts';
import { dropDraft, keepText, readText } from '#web/lib/drafts/draft.ts';

const kept = (name: string) => readText(name, 'message') ?? '';
function keep(name: string, text: string): boolean {
  if (text) return keepText(name, text, 'message');
  dropDraft(name, 'message');
  return true;
}

export type MessageDraft = {
  text: string;
  /** False when it is gone with this page, because the browser keeps nothing. */
  isKept: boolean;
  change: (step: (before: string) => string) => void;
};

/** The draft of the conversation of a member with another one about a parcel, or none. */
export const draftNameOf = (memberId: string, userId: string, parcelId: string | undefined) =>
  `${memberId}.${userId}.${parcelId ?? '-'}`;

/** Takes what was written in one conversation along to another one, after what is being written there. */
export function moveDraft(from: string, to: string): void {
  keep(to, [kept(to), kept(from)].filter(Boolean).join('\n'));
  keep(from, '');
}

/**
 * What is being written in a conversation, kept until it is sent. `change` works from what is kept, so that a text that
 * could not be sent comes back even when the conversation has been left meanwhile.
 */
export function useMessageDraft(name: string): MessageDraft {
  const [text, setText] = useState(() => kept(name));
  const [isKept, setKept] = useState(true);
  useHeldDraft(name, 'message', setText);
  const change = useCallback(
    (step: (before: string) => string) => {
      const next = step(kept(name));
      setKept(keep(name, next));
      setText(next);
    },
    [name],
  );
  return { text, isKept, change };
}
