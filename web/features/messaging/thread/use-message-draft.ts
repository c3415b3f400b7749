import { useState } from 'react';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

const keyOf = (name: string) => draftPrefixes.message + name;
const kept = (name: string) => sessionStorage.getItem(keyOf(name)) ?? '';

export type MessageDraft = { text: string; change: (step: (before: string) => string) => void };

/** The draft of the conversation of a member with another one about a parcel, or none. */
export const draftNameOf = (memberId: string, userId: string, parcelId: string | undefined) =>
  `${memberId}.${userId}.${parcelId ?? '-'}`;

/** Takes what was written in one conversation along to another one, after what is being written there. */
export function moveDraft(from: string, to: string): void {
  const text = [kept(to), kept(from)].filter(Boolean).join('\n');
  if (text) sessionStorage.setItem(keyOf(to), text);
  sessionStorage.removeItem(keyOf(from));
}

/**
 * What is being written in a conversation, kept in this tab until it is sent. `change` works from what is kept, so
 * that a text that could not be sent comes back even when the conversation has been left meanwhile.
 */
export function useMessageDraft(name: string): MessageDraft {
  const [text, setText] = useState(() => kept(name));
  const change = (step: (before: string) => string) => {
    const next = step(kept(name));
    if (next) sessionStorage.setItem(keyOf(name), next);
    else sessionStorage.removeItem(keyOf(name));
    setText(next);
  };
  return { text, change };
}
