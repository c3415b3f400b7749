import { keepTyped, keptText } from '#web/forms/use-kept-text.ts';

export const draftNameOf = (memberId: string, userId: string, parcelId: string | undefined) =>
  `${memberId}.${userId}.${parcelId ?? '-'}`;

/** Adds words to what is being written there, once. */
export function addToDraft(name: string, words: string): void {
  const written = keptText(name);
  if (!written.includes(words)) keepTyped(name, [written, words].filter(Boolean).join('\n'));
}

/** Takes what was written in one conversation along to another one, after what is being written there. */
export function moveDraft(from: string, to: string): void {
  keepTyped(to, [keptText(to), keptText(from)].filter(Boolean).join('\n'));
  keepTyped(from, '');
}
