import type { Problem, ProblemKind } from '../deliveries/problem.ts';
import { problemLabels } from '../deliveries/words.ts';
import { stopAfter } from '../values/french.ts';
import type { Situation, Stage } from './contract.ts';
import { answererOf, isOwnProblem } from './open-problem.ts';
import type { Part, Sentence } from './sentence.ts';

/** An open problem: what it is, who has the word or has answered, and what follows from when on. */
export function problemSentence({ isOwner, at }: Situation, problem: Problem, who: Part): Sentence {
  const { kind, answerBy, answeredAt } = problem;
  const answerer = answererOf(isOwner, problem, Date.parse(at));
  const what = `${problemLabels[kind]} : `;
  if (answeredAt) {
    const answered: Sentence = isOwnProblem(isOwner, problem)
      ? [what, who, ' a répondu le ', { moment: answeredAt }, '.']
      : [what, 'vous avez répondu le ', { moment: answeredAt }, '.'];
    if (answerer === 'us') return [...answered, ' Notre équipe décidera de la suite de la livraison.'];
    const settles: Sentence = answerer === 'me' ? [" Si c'est réglé, dites"] : [' ', who, ' peut dire'];
    return [
      ...answered,
      ...settles,
      ' que le problème est résolu ; sinon, notre équipe décidera à partir du ',
      { moment: answerBy },
      '.',
    ];
  }
  if (answerer === 'us') return [what, 'notre équipe décidera de la suite de la livraison.'];
  const until: Sentence = [" jusqu'au ", { moment: answerBy }, '. Ensuite, notre équipe décidera.'];
  return answerer === 'me' ? [what, 'répondez à ', who, ...until] : [what, who, ' peut répondre', ...until];
}

/** An end that an open problem denies: the name of its step, and its sentence. */
const denied = {
  delivered: {
    label: 'Livraison en doute',
    sentence: 'La livraison, notée comme faite, est en doute tant que le problème est ouvert.',
  },
  returned: {
    label: 'Retour en doute',
    sentence: 'Le retour, noté comme fait, est en doute tant que le problème est ouvert.',
  },
} as const;

export const deniedOf = (stage: Stage) => denied[stage === 'delivered' ? stage : 'returned'];

/** The words beside an act or a mail that leaves the problem open. */
export function stillOpen(kind: ProblemKind): string {
  const label = problemLabels[kind];
  return `Problème signalé, toujours ouvert : « ${label} »${stopAfter(label)}`;
}

/** It replaces the moment at which silence would confirm a declaration (rule 171). */
export const unconfirmed = "Sans réponse, rien n'est confirmé tant que le problème est ouvert.";
