import type { Problem, ProblemKind } from '../deliveries/problem.ts';
import { problemLabels } from '../deliveries/words.ts';
import type { Situation } from './contract.ts';
import { answererOf } from './open-problem.ts';
import type { Part, Sentence } from './sentence.ts';

/** An open problem: what it is, and who has the word until when. */
export function problemSentence({ isOwner, at }: Situation, problem: Problem, who: Part): Sentence {
  const answerer = answererOf(isOwner, problem, Date.parse(at));
  const what = `${problemLabels[problem.kind]} : `;
  if (answerer === 'us') return [what, 'notre équipe décidera de la suite de la livraison.'];
  const until: Sentence = [" jusqu'au ", { moment: problem.answerBy }, '. Ensuite, notre équipe décidera.'];
  return answerer === 'me' ? [what, 'répondez à ', who, ...until] : [what, who, ' peut répondre', ...until];
}

/** Beside an act or a mail that leaves the problem open. */
export const stillOpen = (kind: ProblemKind): string =>
  `Problème signalé, toujours ouvert : « ${problemLabels[kind]} ».`;

/** It replaces the moment at which silence would confirm a declaration (rule 171). */
export const unconfirmed = "Sans réponse, rien n'est confirmé tant que le problème est ouvert.";
