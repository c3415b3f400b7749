import { keepTyped, keptText } from '#web/forms/use-kept-text.ts';

export const draftNameOf = (memberId: string, userId: string, parcelId: string | undefined) =>
  `${memberId}.${userId}.${parcelId ?? '-'}`;

/** Takes what was written in one conversation along to another one, after what is being written there. */
export function moveDraft(from: string, to: string): void {
  keepTyped(to, [keptText(to), keptText(from)].filter(Boolean).join('\n'));
  keepTyped(from, '');
}
