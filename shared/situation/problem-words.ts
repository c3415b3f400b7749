import type { Problem } from '../deliveries/problem.ts';
import { problemLabels } from '../deliveries/words.ts';
import type { Situation } from './contract.ts';
import type { Part, Sentence } from './sentence.ts';

/** An open problem: what it is, and who has the word until when. */
export function problemSentence({ waitsFor }: Situation, { kind, answerBy }: Problem, who: Part): Sentence {
  const what = `${problemLabels[kind]} : `;
  const until = { moment: answerBy };
  if (waitsFor === 'us') return [what, 'notre équipe décidera de la suite de la livraison.'];
  return waitsFor === 'me'
    ? [what, 'répondez à ', who, " jusqu'au ", until, '. Ensuite, notre équipe décidera.']
    : [what, who, " peut répondre jusqu'au ", until, '. Ensuite, notre équipe décidera.'];
}
