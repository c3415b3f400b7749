import type { Situation } from './contract.ts';
import type { Part, Sentence } from './sentence.ts';

/** The sentence about an agreed day that is over, after the one of the stage. */
export function afterTheDay({ endsAt, isLate, isOwner, problem }: Situation, who: Part): Sentence {
  if (endsAt)
    return [" La date est passée : l'accord prend fin le ", { moment: endsAt }, " si le colis n'est pas récupéré."];
  if (!isLate) return [];
  // The sentence of a problem names the next step.
  if (problem) return [' Le colis est en retard.'];
  const late = ' Le colis est en retard : ';
  return isOwner
    ? [late, "s'il est arrivé, dites-le ; sinon, demandez à ", who, ' ce qui se passe, ou signalez un problème.']
    : [late, 'livrez-le, ou dites à ', who, ' ce qui se passe.'];
}
