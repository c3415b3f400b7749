import type { Situation, Stage } from './contract.ts';

/** One of the two has said yes. */
export const isHalf = (stage: Stage): boolean => stage === 'proposed' || stage === 'chosen';

/** Half an agreement of the owner and somebody else; that of the two could be withdrawn. */
export const isWithAnother = ({ isOwner, stage, acts }: Situation): boolean =>
  isOwner && isHalf(stage) && !acts.some(({ name }) => name === 'releaseCarrier');
