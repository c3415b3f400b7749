import { ProblemKind } from '#shared/deliveries/problem.ts';
import { problemLabels } from '#shared/deliveries/words.ts';
import { endsByArrival } from '#shared/situation/open-problem.ts';
import { stillOpen } from '#shared/situation/problem-words.ts';
import { type Envelope, links } from '../links.ts';

export const reportIt = (to: Envelope, parcelId: string, hasProblem?: string, sentence = 'Un problème ?') =>
  hasProblem
    ? undefined
    : {
        sentence,
        label: 'Signalez-le sur la page de la livraison',
        url: links.delivery(to, parcelId),
      };

/** The end of a problem, or that it stays open, beside a step of its delivery. */
export function ofProblem({
  endsProblem,
  openKind,
}: {
  readonly endsProblem?: string;
  readonly openKind?: string;
}): string[] {
  if (endsProblem) return ['Le problème signalé est terminé.'];
  const kind = ProblemKind.safeParse(openKind);
  return kind.success ? [stillOpen(kind.data)] : [];
}

/** The open problem denies the end that the mail is about. */
export function isInDoubt({ openKind }: { readonly openKind?: string }): boolean {
  const kind = ProblemKind.safeParse(openKind);
  return kind.success && endsByArrival({ kind: kind.data });
}

/** A message that is the first answer to an open problem. */
export function answered(otherName: string, answers: string | undefined): string[] {
  const kind = ProblemKind.safeParse(answers);
  return kind.success
    ? [
        `${otherName} a répondu au problème signalé (« ${problemLabels[kind.data]} »). Si c'est réglé, dites qu'il est résolu.`,
      ]
    : [];
}
