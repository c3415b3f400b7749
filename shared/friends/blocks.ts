import { Refusal } from '../refusal.ts';

export const ownBlock = 'Vous avez bloqué ce membre.';

const waysOut = { writing: 'Débloquez-le pour lui écrire.', act: "Débloquez-le d'abord." } as const;

/** The refusal of a message to a member whom the caller has blocked, or of an act with them. */
export const ownBlockRefusal = (of: keyof typeof waysOut): Refusal =>
  new Refusal('STATE_CHANGED', { title: 'Membre bloqué', detail: `${ownBlock} ${waysOut[of]}` });
