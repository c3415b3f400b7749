import type { Problem } from '../deliveries/problem.ts';
import { problemLabels } from '../deliveries/words.ts';
import type { Situation } from './contract.ts';
import type { Part, Sentence } from './sentence.ts';

/** An open problem: what it is, and who has the word until when. */
export function problemSentence(situation: Situation, { kind, answerBy }: Problem, who: Part): Sentence {
  const { waitsFor } = situation;
  const declared = declaredSentence(situation, who);
  const what = `${problemLabels[kind]} : `;
  const until = { moment: answerBy };
  if (waitsFor === 'us') return [what, 'notre équipe décidera de la suite de la livraison.', ...declared];
  return waitsFor === 'me'
    ? [what, 'répondez à ', who, " jusqu'au ", until, '. Ensuite, notre équipe décidera.', ...declared]
    : [what, who, " peut répondre jusqu'au ", until, '. Ensuite, notre équipe décidera.', ...declared];
}

/** Nothing is confirmed by silence while a problem is open (rule 171). */
function declaredSentence({ stage, isOwner }: Situation, who: Part): Sentence {
  if (stage !== 'deliveryDeclared' && stage !== 'returnDeclared') return [];
  const isReturn = stage === 'returnDeclared';
  const told: Sentence = isOwner
    ? [' ', who, isReturn ? ' dit vous avoir rendu le colis' : ' dit avoir livré le colis']
    : [isReturn ? ' Vous avez déclaré le retour' : ' Vous avez déclaré la livraison'];
  return [...told, `. ${unconfirmed}`];
}

/** It replaces the moment at which silence would confirm a declaration. */
export const unconfirmed = "Rien n'est confirmé tant que le problème est ouvert.";
